// One import gives all of Seek: `import Seek`.
@_exported public import SeekCache
@_exported public import SeekIndex
@_exported public import SeekModels
@_exported public import SeekNetworking
@_exported public import SeekSearch
