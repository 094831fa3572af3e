#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An HTTP response whose body is still on its way: status, header fields, and the body as a sequence of chunks.
///
/// A chunk is never empty; its size is the transport's choice and says nothing about how the sender wrote it. The bytes are
/// decoded from their content coding. A body that does not arrive whole ends in a ``NetworkError``, after the chunks that
/// did arrive. The body can be read once: iterators share it, each chunk goes to one of them.
public struct HTTPResponseStream: AsyncSequence, Sendable {
    /// A part of the body.
    public typealias Element = Data
    /// What ends a body that does not arrive whole.
    public typealias Failure = NetworkError

    /// The status.
    public let status: HTTPResponse.Status
    /// The header fields.
    public let headerFields: HTTPFields
    private let chunk: @Sendable () async throws(NetworkError) -> Data?

    /// Makes a stream: for transports, and for tests that stand in for one.
    ///
    /// - Parameter next: hands over the next chunk, nil at the end. What it captures is let go with the stream and its
    ///   iterators: there a transport ends the transfer.
    public init(
        status: HTTPResponse.Status,
        headerFields: HTTPFields = [:],
        next: @escaping @Sendable () async throws(NetworkError) -> Data?
    ) {
        self.status = status
        self.headerFields = headerFields
        chunk = next
    }

    /// Makes an iterator over the rest of the body.
    public func makeAsyncIterator() -> Iterator {
        Iterator(chunk: chunk)
    }

    /// Reads a body chunk by chunk.
    public struct Iterator: AsyncIteratorProtocol {
        private var chunk: (@Sendable () async throws(NetworkError) -> Data?)?

        init(chunk: @escaping @Sendable () async throws(NetworkError) -> Data?) {
            self.chunk = chunk
        }

        /// The next chunk, nil at the end and after an error.
        public mutating func next() async throws(NetworkError) -> Data? {
            try await next(isolation: nil)
        }

        /// The next chunk, nil at the end and after an error.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(NetworkError) -> Data? {
            guard let chunk else { return nil }
            do {
                if let data = try await chunk() { return data }
            } catch {
                self.chunk = nil
                throw error
            }
            self.chunk = nil
            return nil
        }
    }
}
