public import SeekBasics
public import SeekNetworking

extension LoopbackServer {
    /// The reply of a handler.
    public indirect enum Reply: Sendable, Hashable {
        /// A complete response. The server adds `Date` if it is missing, and sets `Content-Length`, except for 204 and
        /// 304. The connection remains open unless either side sends `Connection: close` or the client uses HTTP/1.0
        /// without `Connection: keep-alive`.
        case response(HTTPResponse)
        /// A complete response in chunks of the given size, in bytes (at least 1).
        case chunked(HTTPResponse, chunkSize: Int)
        /// A `103 Early Hints` with these fields (RFC 8297), then the response.
        case earlyHints(HTTPFields, HTTPResponse)
        /// A faulty response.
        case fault(Fault)
        /// A delayed reply. It is not sent if the server stops or the client resets the connection during the delay.
        case delayed(Duration, Reply)
    }

    /// A faulty or slow response, after which the server closes the connection. A response to HEAD has no body.
    public enum Fault: Sendable, Hashable {
        /// The connection is reset before a response.
        case resetBeforeResponse
        /// The connection is reset after the header fields and the first bytes of the body.
        case resetAfterHeaders
        /// The connection is closed without a response.
        case emptyResponse
        /// The connection is closed after half of the body, although `Content-Length` is the size of the whole body.
        case truncatedBody(HTTPResponse)
        /// The body is sent as a chunk, and the connection is closed without the final, empty chunk.
        case truncatedChunked(HTTPResponse)
        /// The size of a chunk is not a number.
        case badChunk
        /// Bytes that are not HTTP.
        case garbage
        /// These bytes, after which the connection is closed.
        case bytes(Data)
        /// An endless header section.
        case endlessHeaders
        /// An endless chunked body, at most 64 MiB per second.
        case endlessBody
        /// No response: the connection remains open until the client disconnects or the server stops.
        case stall
        /// The header fields and half of the body, then nothing more, as in ``stall``.
        case stallInBody(HTTPResponse)
        /// A complete response, sent byte by byte at an interval of at least 1 ms.
        case slow(HTTPResponse, byteInterval: Duration)
        /// A body with a wrong `Content-Length`, after which the connection is closed.
        case wrongContentLength(HTTPResponse, declared: Int)
    }
}
