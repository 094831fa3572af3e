#if os(Linux)
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import SeekNetworking

/// What a stream's consumer holds: with the last reference to it the transfer ends. It keeps the transport alive.
final class StreamReader: Sendable {
    private let transport: CurlTransport
    private let loop: CurlLoop
    private let id: UInt64
    private let buffer: StreamBuffer
    private let context: NetworkError.Context

    init(_ transport: CurlTransport, _ loop: CurlLoop, _ stream: CurlLoop.Stream, context: NetworkError.Context) {
        self.transport = transport
        self.loop = loop
        id = stream.id
        buffer = stream.buffer
        self.context = context
    }

    deinit {
        if !buffer.isFinished { loop.cancel(id) }
    }

    /// The next chunk, nil at the end. A task that is cancelled ends the transfer.
    func next() async throws(NetworkError) -> Data? {
        if Task.isCancelled {
            loop.cancel(id)
            throw .cancelled(context)
        }
        let chunk = await withTaskCancellationHandler {
            await buffer.next { loop.resume(id) }
        } onCancel: {
            loop.cancel(id)
        }
        return try chunk.get()
    }
}
#endif
