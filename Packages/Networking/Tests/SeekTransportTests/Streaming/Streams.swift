import Foundation
import SeekNetworking
import SeekTestHelpers

#if os(Linux)
import SeekCurlTransport

/// What a stream came to.
struct Reading: Sendable {
    var status: Int?
    var body = Data()
    var chunks = 0
    var error: NetworkError?

    /// Nil where all arrived.
    var word: Word? { error.map { Result<HTTPResponse, NetworkError>.failure($0).word } }
}

extension HTTPStreamingTransport {
    /// Streams a request with a generous deadline, doing something after each chunk.
    func reading(
        _ request: HTTPRequest,
        within time: Duration = .seconds(30),
        afterChunk: (Data) async -> Void = { _ in }
    ) async -> Reading {
        var reading = Reading()
        do throws(NetworkError) {
            let stream = try await stream(request, deadline: .now + time)
            reading.status = stream.status.code
            for try await chunk in stream {
                reading.body += chunk
                reading.chunks += 1
                await afterChunk(chunk)
            }
        } catch {
            reading.error = error
        }
        return reading
    }
}
#endif

/// Bytes that repeat nowhere near, so that a part that is lost, doubled or out of place shows.
func numbers(_ size: Int) -> Data {
    var data = Data(capacity: size + 16)
    var number = 0
    while data.count < size {
        data.append(contentsOf: "\(number),".utf8)
        number += 1
    }
    return data.prefix(size)
}
