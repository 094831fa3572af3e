public import SeekNetworking

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension LoopbackServer {
    /// What a handler answers.
    public indirect enum Reply: Sendable, Hashable {
        /// A whole answer. The server sets `Content-Length` and, where it is missing, `Date`; the connection stays open unless
        /// either side said `Connection: close`.
        case response(HTTPResponse)
        /// A whole answer in chunks of a size in bytes (at least 1).
        case chunked(HTTPResponse, chunkSize: Int)
        /// A `103 Early Hints` with these fields (RFC 8297), then the answer.
        case earlyHints(HTTPFields, HTTPResponse)
        /// An answer that breaks.
        case fault(Fault)
        /// An answer that takes its time. It ends early where the server stops or the client leaves.
        case delayed(Duration, Reply)
    }

    /// The ways in which an answer breaks. Each ends the connection.
    public enum Fault: Sendable, Hashable {
        /// The connection is reset before any answer.
        case resetBeforeResponse
        /// Header fields and the first bytes of a body arrive, then the connection is reset.
        case resetAfterHeaders
        /// The connection is closed without an answer.
        case emptyResponse
        /// `Content-Length` tells the whole body, half of it arrives, then the connection is closed.
        case truncatedBody(HTTPResponse)
        /// The body arrives as a chunk, but the last, empty chunk never comes; the connection is closed.
        case truncatedChunked(HTTPResponse)
        /// A chunk's size is not a number.
        case badChunk
        /// Bytes that are not HTTP.
        case garbage
        /// Exactly these bytes, then the connection is closed.
        case bytes(Data)
        /// Header fields without end.
        case endlessHeaders
        /// A chunked body without end, of at most 64 MB a second.
        case endlessBody
        /// No answer, ever: the connection stays open until the client leaves or the server stops.
        case stall
        /// Header fields and half of the body, and then nothing more, as ``stall``.
        case stallInBody(HTTPResponse)
        /// A whole answer, a byte at a time.
        case slow(HTTPResponse, byteInterval: Duration)
        /// A body under a `Content-Length` that is not its own, then the connection is closed.
        case wrongContentLength(HTTPResponse, declared: Int)
    }
}
