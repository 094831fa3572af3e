import Foundation
import Seek
import SeekCommandLine
import SeekNetworking
import SeekTestHelpers
import Testing

/// Runs commands with secrets, and searches messages, output and recordings for them.
@Suite("Secrets in output")
struct SecretCanaryTests {
    private static let canary = "C4NARY7f3a91"
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var environment: [String: String] {
        [
            "YOUTUBE_API_KEY": "\(Self.canary)-key", "GH_TOKEN": "\(Self.canary)-token", "HOME": folder.url.path,
            "SEEK_CACHE_DIR": folder.path(of: "cache"), "SEEK_STATE_DIR": folder.path(of: "state"),
            "SEEK_CONFIG": folder.path(of: "config"),
        ]
    }

    private func expectNoCanary(_ texts: String..., sourceLocation: SourceLocation = #_sourceLocation) {
        for text in texts { #expect(!text.contains("C4NARY"), "\(text)", sourceLocation: sourceLocation) }
    }

    @Test(
        "commands do not print the secrets of a configuration file",
        arguments: ["config list", "config list --json", "config get github-url", "repos x"]
    )
    func secretsInConfigurationFile(line: String) async throws {
        try folder.writePrivate(
            """
            github-token = \(Self.canary)
            youtube-api-key = \(Self.canary)
            github-url = https://u:\(Self.canary)@h.example/?token=\(Self.canary)

            """,
            to: "config"
        )
        var environment = environment
        environment["YOUTUBE_API_KEY"] = nil
        environment["GH_TOKEN"] = nil
        let outcome = await seek(line.words, environment: environment)
        expectNoCanary(outcome.output, outcome.messages)
    }

    /// Responses that contain a secret.
    private static let responses: [HTTPResponse] = [
        HTTPResponse(json: ["message": .string("the token \(canary)-token is bad")], status: 401),
        HTTPResponse(
            json: [
                "error": [
                    "code": 400, "message": .string("the key \(canary)-key is bad"),
                    "errors": [["reason": "badRequest"]],
                ]
            ],
            status: 400
        ),
        HTTPResponse(json: ["message": .string("see https://h.example/?token=\(canary)")], status: 422),
        HTTPResponse(status: 302, headerFields: [.location: "https://u:\(canary)@h.example/?token=\(canary)"]),
        HTTPResponse(status: 302, headerFields: [.location: "ftp://h.example/#access_token=\(canary)"]),
        HTTPResponse(
            status: 500,
            headerFields: [.contentType: "text/html"],
            body: Data("<a href='/?sig=\(canary)'>".utf8)
        ),
        HTTPResponse(headerFields: [.contentType: "text/html"], body: Data("<a href='/?sig=\(canary)'>".utf8)),
        HTTPResponse(json: ["items": .string("\(canary)-key"), "access_token": .string(canary)]),
    ]

    @Test("messages do not contain a secret that a server sends back", arguments: responses.indices)
    func secretsInResponses(index: Int) async throws {
        for command in [
            "videos x --verbose", "repos x --verbose", "search x --verbose", "users x", "video dQw4w9WgXcQ",
        ] {
            let transport = StubTransport([
                stub(.any, "/{+path}", times: .any, returning: .response(Self.responses[index]))
            ])
            let outcome = await seek(command.words, environment: environment, transport: transport)
            #expect(!transport.received.isEmpty)
            expectNoCanary(outcome.messages)
        }
    }

    @Test("messages and recordings do not contain the secrets of a seek api request")
    func secretsInAPIRequests() async throws {
        let target = "search/x?q=1&access_token=\(Self.canary)"
        let arguments = [
            "api", target, "-H", "X-Auth-Token: \(Self.canary)", "-X", "POST", "-f", "password=\(Self.canary)",
        ]
        let file = folder.path(of: "a.har")
        for response in Self.responses {
            let transport = StubTransport([stub(.any, "/{+path}", times: .any, returning: .response(response))])
            let outcome = await seek(
                arguments + ["--verbose", "--record", file],
                environment: environment,
                transport: transport
            )
            expectNoCanary(outcome.messages)
            expectNoCanary(try String(contentsOfFile: file, encoding: .utf8))
            let replayed = await seek(["api", "\(target)&z=1", "--replay", file], environment: environment)
            expectNoCanary(replayed.output, replayed.messages)
            #expect(replayed.status == .failure)
        }
        let failed = await seek(
            arguments,
            environment: environment,
            transport: StubTransport([stub(.any, "/{+path}", times: .any, returning: .failure(.connectionLost))])
        )
        #expect(failed.status == .failure)
        expectNoCanary(failed.output, failed.messages)
    }
}
