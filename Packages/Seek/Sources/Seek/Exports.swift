@_exported public import SeekModels
@_exported public import SeekSearch

// The other modules are not re-exported as a whole, because names such as `RequestOptions`, `Response` or `MemoryStore`
// could be ambiguous in an app. Only the version and the types in the API of the clients are re-exported from them.
@_exported public import enum SeekBasics.SeekVersion
@_exported public import enum SeekCache.CacheError
@_exported public import struct SeekCache.CacheLimits
@_exported public import protocol SeekCache.RecordStore
@_exported public import struct SeekIndex.HighlightedText
@_exported public import enum SeekIndex.IndexError
@_exported public import struct SeekNetworking.CallOptions
@_exported public import struct SeekNetworking.ClientIdentity
@_exported public import struct SeekNetworking.ConnectionConfiguration
@_exported public import class SeekNetworking.CredentialSource
@_exported public import protocol SeekNetworking.HTTPTransport
@_exported public import enum SeekNetworking.NetworkError
@_exported public import struct SeekNetworking.PageSequence
@_exported public import struct SeekNetworking.Provenance
@_exported public import struct SeekNetworking.ProxySelection
@_exported public import struct SeekNetworking.ResponseOverride
@_exported public import enum SeekNetworking.StubBehavior
