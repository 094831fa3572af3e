import BenchKit
import Foundation
import SeekNetworking
import SeekTestHelpers

/// Sends requests to paths that are chosen at random. For some paths, the server returns a complete response; for the
/// others, it causes one of the faults of `LoopbackServer`.
struct RandomFaults {
    private static let workerCount = 32
    private static let body = Data(#"{"items":["whole"]}"#.utf8)

    struct Behavior: Sendable {
        let reply: LoopbackServer.Reply
        let expected: ExpectedOutcome

        init(_ reply: LoopbackServer.Reply, _ expected: ExpectedOutcome) {
            self.reply = reply
            self.expected = expected
        }
    }

    let make: @Sendable () -> any HTTPTransport

    /// The behaviors of the server. The path of a request is an index into this array.
    static let behaviors: [Behavior] = {
        let complete = HTTPResponse(headerFields: [.contentType: "application/json"], body: body)
        let excessiveLength = body.count + 10
        let headerStart = Data("HTTP/1.1 200 OK\r\nContent-Le".utf8)
        return [
            Behavior(.response(complete), .response(body)),
            Behavior(.chunked(complete, chunkSize: 3), .response(body)),
            Behavior(.earlyHints([.link: "</a>; rel=preload"], complete), .response(body)),
            Behavior(.fault(.slow(complete, byteInterval: .microseconds(500))), .response(body)),
            Behavior(.fault(.resetBeforeResponse), .failure),
            Behavior(.fault(.resetAfterHeaders), .failure),
            Behavior(.fault(.emptyResponse), .failure),
            Behavior(.fault(.truncatedBody(complete)), .failure),
            Behavior(.fault(.truncatedChunked(complete)), .failure),
            Behavior(.fault(.badChunk), .failure),
            Behavior(.fault(.garbage), .failure),
            Behavior(.fault(.bytes(headerStart)), .failure),
            Behavior(.fault(.bytes(Data([0, 13, 10, 13, 10]))), .failure),
            Behavior(.fault(.endlessHeaders), .failure),
            Behavior(.fault(.endlessBody), .failure),
            Behavior(.fault(.stall), .timeout),
            Behavior(.fault(.stallInBody(complete)), .timeout),
            Behavior(.fault(.wrongContentLength(complete, declared: excessiveLength)), .failure),
            // The bytes after the declared length belong to no response: a client may ignore or reject them.
            Behavior(.fault(.wrongContentLength(complete, declared: 5)), .either),
        ]
    }()

    func run(_ scale: Scale, _ random: SeededGenerator) async throws -> StressTestRecord {
        let server = try LoopbackServer(recordsRequests: false) { request in
            let number = Int(request.url.lastPathComponent) ?? 0
            return Self.behaviors[number].reply
        }
        let (transport, base) = (make(), server.baseURL)
        let end = ContinuousClock.now + scale.duration(.seconds(15))
        return await runWorkers(Self.workerCount, random) { _, random in
            var record = StressTestRecord()
            while ContinuousClock.now < end {
                let number = Int.random(in: 0..<Self.behaviors.count, using: &random)
                let timeout = Duration.milliseconds(Int.random(in: 30...400, using: &random))
                let request = HTTPRequest(url: base.appending(path: "\(number)"))
                let outcome = await transport.outcome(of: request, deadline: .now + timeout)
                let violation = Self.behaviors[number].expected.violation(by: outcome)
                record.add(outcome, violation: violation.map { "\(Self.behaviors[number].reply): \($0)" })
            }
            return record
        }
    }
}
