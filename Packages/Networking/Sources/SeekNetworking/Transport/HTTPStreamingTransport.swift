/// A transport that can hand over a body while it arrives.
///
/// ```swift
/// let answer = try await transport.stream(request, deadline: .now + .seconds(60))
/// for try await chunk in answer { file.append(chunk) }        // throws NetworkError where the body breaks off
/// ```
///
/// Beyond what holds for ``HTTPTransport``:
/// - Who reads slowly slows the sender: the transport holds a bounded part of the body and stops reading until it is fetched.
/// - Letting go of the stream and its iterators, or cancelling the task that waits for a chunk, ends the transfer.
/// - There is no limit to the body but the reader's own: it is the reader who keeps the bytes.
public protocol HTTPStreamingTransport: HTTPTransport {
    /// Sends a request and returns once the answer's header fields have arrived.
    ///
    /// - Parameters:
    ///   - request: what to send.
    ///   - deadline: the moment at which the whole exchange must have ended, the body and the time its reader takes included.
    /// - Throws: ``NetworkError`` of the cases `invalidRequest`, `transport`, `timedOut` and `cancelled`.
    func stream(
        _ request: HTTPRequest,
        deadline: ContinuousClock.Instant
    ) async throws(NetworkError) -> HTTPResponseStream
}
