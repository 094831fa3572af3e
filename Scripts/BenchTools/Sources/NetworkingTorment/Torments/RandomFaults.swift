import SeekNetworking
import SeekTestHelpers

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Sends requests to a server that chooses at random between complete responses and every fault of `LoopbackServer`.
struct RandomFaults {
    private static let workers = 32
    private static let body = Data(#"{"items":["whole"]}"#.utf8)

    /// A behaviour of the server and the permitted outcomes.
    struct Behaviour: Sendable {
        let reply: LoopbackServer.Reply
        let expected: ExpectedEnding

        init(_ reply: LoopbackServer.Reply, _ expected: ExpectedEnding) {
            self.reply = reply
            self.expected = expected
        }
    }

    let make: @Sendable () -> any HTTPTransport

    /// The behaviours of the server. The path of a request is an index into this array.
    static let behaviours: [Behaviour] = {
        let whole = HTTPResponse(headerFields: [.contentType: "application/json"], body: body)
        let more = body.count + 10
        let half = Data("HTTP/1.1 200 OK\r\nContent-Le".utf8)
        return [
            Behaviour(.response(whole), .answer(body)),
            Behaviour(.chunked(whole, chunkSize: 3), .answer(body)),
            Behaviour(.earlyHints([.link: "</a>; rel=preload"], whole), .answer(body)),
            Behaviour(.fault(.slow(whole, byteInterval: .microseconds(500))), .answer(body)),
            Behaviour(.fault(.resetBeforeResponse), .failure),
            Behaviour(.fault(.resetAfterHeaders), .failure),
            Behaviour(.fault(.emptyResponse), .failure),
            Behaviour(.fault(.truncatedBody(whole)), .failure),
            Behaviour(.fault(.truncatedChunked(whole)), .failure),
            Behaviour(.fault(.badChunk), .failure),
            Behaviour(.fault(.garbage), .failure),
            Behaviour(.fault(.bytes(half)), .failure),
            Behaviour(.fault(.bytes(Data([0, 13, 10, 13, 10]))), .failure),
            Behaviour(.fault(.endlessHeaders), .failure),
            Behaviour(.fault(.endlessBody), .failure),
            Behaviour(.fault(.stall), .timeout),
            Behaviour(.fault(.stallInBody(whole)), .timeout),
            Behaviour(.fault(.wrongContentLength(whole, declared: more)), .failure),
            // The bytes after the declared length belong to no response: a client may ignore or reject them.
            Behaviour(.fault(.wrongContentLength(whole, declared: 5)), .either),
        ]
    }()

    func run(_ scale: Scale, _ random: SeededGenerator) async -> Record {
        let server: LoopbackServer
        do throws(LoopbackServer.Failure) {
            server = try LoopbackServer(keepsRequests: false) { request in
                let number = Int(request.url.lastPathComponent) ?? 0
                return Self.behaviours[number].reply
            }
        } catch {
            return .failed("\(error)")
        }
        let (transport, base) = (make(), server.baseURL)
        let end = ContinuousClock.now + scale.duration(.seconds(15))
        return await runWorkers(Self.workers, random) { _, random in
            var record = Record()
            while ContinuousClock.now < end {
                let number = Int.random(in: 0..<Self.behaviours.count, using: &random)
                let timeout = Duration.milliseconds(Int.random(in: 30...400, using: &random))
                let request = HTTPRequest(url: base.appending(path: "\(number)"))
                let ending = await transport.ending(of: request, deadline: .now + timeout)
                let violation = Self.behaviours[number].expected.violation(by: ending)
                record.add(ending, violation: violation.map { "\(Self.behaviours[number].reply): \($0)" })
            }
            return record
        }
    }
}
