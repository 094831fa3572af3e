import Foundation
import SeekBasics
import SeekTestHelpers
import Testing

@_spi(Seek) @testable import SeekNetworking

@Suite("Logging")
struct LoggingMiddlewareTests {
    /// No part of this secret may be logged.
    private let canary = "C4NARY"

    /// Returns the log of a request that takes 1.5 s, with its response, or with a connection failure if the response
    /// is nil. There is no transport, because it would reject a URL with a password.
    private func log(_ level: LoggingMiddleware.Level, _ request: HTTPRequest, _ response: HTTPResponse?) async
        -> String
    {
        let lines = Recorder<String>()
        let clock = ImmediateClock()
        let logging = LoggingMiddleware(level, clock: clock) { lines.record($0) }
        _ = await Outcome { () async throws(NetworkError) in
            try await logging.intercept(request, options: .within()) { request, _ throws(NetworkError) in
                try? await clock.sleep(for: .milliseconds(1_500))
                guard let response else { throw .transport(.cannotConnect, NetworkError.Context(request: request)) }
                return response
            }
        }
        #expect(lines.all.count == 1)
        return lines.all.joined()
    }

    private func secretRequest() -> HTTPRequest {
        var request = request("https://u:\(canary)@a.example/x?key=\(canary)&q=swift", .post)
        request.headerFields = [
            .authorization: "Bearer \(canary)", .contentType: "application/json", .accept: "text/html",
            "X-Goog-Api-Key": canary,
        ]
        request.body = Data(
            #"{"password": "\#(canary)", "q": "swift", "nested": [{"access_token": {"a": ["\#(canary)"]}}]}"#.utf8
        )
        return request
    }

    @Test(
        "a request is logged in one entry whose details depend on the level",
        arguments: [LoggingMiddleware.Level.summary, .headers, .bodies]
    )
    func levels(level: LoggingMiddleware.Level) async {
        let response = json(#"{"token":"\#(canary)","items":[1]}"#, ["Set-Cookie": canary])
        let text = await log(level, secretRequest(), response)
        let first = text.split(separator: "\n").first ?? ""
        let expected =
            "POST https://REDACTED:REDACTED@a.example/x?key=REDACTED&q=swift -> 200, 30 bytes, 1500 ms, network"
        #expect(first == expected)
        #expect(!text.contains(canary))
        #expect(text.contains("> Accept: text/html") == (level >= .headers))
        #expect(text.contains("> Authorization: REDACTED") == (level >= .headers))
        #expect(
            text.contains(#"> {"password": "REDACTED", "q": "swift", "nested": [{"access_token": "REDACTED"}]}"#)
                == (level == .bodies)
        )
        #expect(text.contains(#"< {"token":"REDACTED","items":[1]}"#) == (level == .bodies))
    }

    @Test("user information in a URL is redacted even if the body is truncated within it")
    func cutBody() async {
        // The body is truncated after 2,000 bytes.
        let body = String(repeating: "x", count: 1_980) + " https://u:\(canary)\(canary)@h.example/"
        let response = HTTPResponse(headerFields: [.contentType: "text/plain"], body: Data(body.utf8))
        let text = await log(.bodies, request("https://a.example/"), response)
        #expect(!text.contains("C4N"))
        #expect(text.contains("… (\(body.utf8.count) bytes)"))
    }

    @Test("a failure is logged without secrets")
    func failure() async {
        let text = await log(.bodies, secretRequest(), nil)
        #expect(text.contains("failed after 1500 ms"))
        #expect(text.contains("could not connect"))
        #expect(!text.contains(canary))
    }

    @Test("forms and text are logged up to a limit; of binary bodies, only the size is logged")
    func types() async {
        for (type, body, shown) in [
            ("text/plain; charset=utf-8", "hello", "> hello"), ("application/octet-stream", "hello", "> (5 bytes)"),
            ("application/x-www-form-urlencoded", "q=a&password=\(canary)", "> q=a&password=REDACTED"),
        ] {
            var posted = request("https://a.example", .post, [.contentType: type])
            posted.body = Data(body.utf8)
            let text = await log(.bodies, posted, HTTPResponse())
            #expect(text.contains(shown))
            #expect(!text.contains(canary))
        }
        var long = request("https://a.example", .post, [.contentType: "text/plain"])
        long.body = Data(String(repeating: "x", count: 5_000).utf8)
        let text = await log(.bodies, long, HTTPResponse())
        #expect(text.hasSuffix("x… (5000 bytes)"))
        #expect(text.count < 2_200)
    }
}

@Suite("Log entries written to a file descriptor")
struct LoggingSinkTests {
    @Test("are complete lines, even if requests are concurrent, and contain no secret")
    func lines() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = try folder.write("", to: "log")
        let handle = try FileHandle(forWritingTo: file)
        let responses = Array(repeating: json("1"), count: 50)
        let handler = chain([LoggingMiddleware.writing(.summary, to: handle.fileDescriptor)], to: scripted(responses))
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<50 {
                group.addTask { _ = await Outcome(of: "https://a.example/\(index)?token=S3CRET", through: handler) }
            }
        }
        try handle.close()
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 50)
        let prefixes = Set(lines.map { $0.prefix { $0 != ">" } })
        #expect(prefixes == Set((0..<50).map { "GET https://a.example/\($0)?token=REDACTED -" }))
    }

    @Test("that cannot be written do not fail the request")
    func closed() async {
        let handler = chain([LoggingMiddleware.writing(.summary, to: -1)], to: scripted(json("1")))
        #expect(await Outcome(of: "https://a.example/", through: handler).response?.status.code == 200)
    }
}
