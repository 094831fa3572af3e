import Foundation
import Seek
import SeekBasics
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

@testable import SeekCommandLine

@Suite("seek auth", .concurrentProgramLimit)
struct AuthCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var file: String { folder.path(of: "settings") }

    private static let rateLimitURL = "https://api.github.com/rate_limit"
    private static let statisticsURL = "https://www.googleapis.com/youtube/v3/videos:batchGetStats"
    private static let accepted: [String: StubResponse] = [
        rateLimitURL: .json(["resources": [:]]), statisticsURL: .json(["items": []]),
    ]

    private func run(
        _ arguments: String...,
        environment: [String: String] = [:],
        input: String = "",
        responses: [String: StubResponse] = accepted
    ) async -> Outcome {
        let transport = StubTransport(responses.map { stub(.get, $0.key, returning: $0.value) })
        return await runCommand(
            ["auth"] + arguments,
            environment: ["SEEK_CONFIG": file].merging(environment) { _, new in new },
            input: InputLines(input, isTerminal: false)
        ) { $0.client.transport = transport }
    }

    private var stored: String? { try? String(contentsOfFile: file, encoding: .utf8) }

    @Test(
        "login stores a valid credential, even if a limit is used up or rate limits are disabled; logout removes it",
        arguments: [
            ("github", "github-token", "GitHub token", accepted),
            ("youtube", "youtube-api-key", "YouTube API key", accepted),
            (
                "youtube", "youtube-api-key", "YouTube API key",
                [statisticsURL: .json(file: "youtube/error_quota_exceeded", status: 403)]
            ),
            ("github", "github-token", "GitHub token", [rateLimitURL: .status(404)]),
            ("github", "github-token", "GitHub token", [rateLimitURL: .status(429)]),
            (
                "github", "github-token", "GitHub token",
                [rateLimitURL: .json(["message": "You have exceeded a secondary rate limit."], status: 403)]
            ),
        ] as [(String, String, String, [String: StubResponse])]
    )
    func acceptedCredential(name: String, key: String, noun: String, responses: [String: StubResponse]) async throws {
        let outcome = await run("login", name, input: " S3CRET\r", responses: responses)
        #expect(outcome == Outcome(status: .success, output: "", messages: "seek: stored the \(noun) in \(file)\n"))
        #expect(stored == "\(key) = S3CRET\n")
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
        let logout = await run("logout", name)
        #expect(logout.messages == "seek: removed the \(noun) from \(file)\n")
        #expect(stored == "")
        #expect(await run("logout", name).messages == "seek: the configuration file contains no \(noun)\n")
    }

    @Test(
        "login stores nothing if the credential is rejected, cannot be checked or is invalid, and never prints it",
        arguments: [
            (
                "S3CRET", [rateLimitURL: .json(file: "github/error_bad_credentials", status: 401)],
                CommandStatus.unauthorized
            ),
            ("S3CRET", [rateLimitURL: .failure(.cannotConnect)], .failure),
            ("S3CRET", [rateLimitURL: .status(500)], .failure),
            // The sign-in page of a network has the status 200.
            ("S3CRET", [rateLimitURL: .text("<p>Sign in</p>", contentType: "text/html")], .failure),
            ("S3CRET x", accepted, .usage), ("", accepted, .usage),
        ] as [(String, [String: StubResponse], CommandStatus)]
    )
    func rejectedCredential(secret: String, responses: [String: StubResponse], status: CommandStatus) async {
        let outcome = await run("login", "github", input: secret, responses: responses)
        #expect(outcome.status == status, "\(outcome)")
        #expect(outcome.messages.split(separator: "\n").count == 1)
        #expect(!outcome.messages.contains("S3CRET"))
        #expect(stored == nil)
    }

    @Test(
        "status describes why a GitHub token could not be checked",
        arguments: [
            (
                .text("<p>Sign in</p>", contentType: "text/html"),
                "GitHub (api.github.com): the response is a web page; a proxy or a sign-in page may have responded; "
                    + "check the network"
            ),
            (
                .json(["message": "Server Error"], status: 500),
                "GitHub (api.github.com) failed: status 500: Server Error; try again later"
            ),
        ] as [(StubResponse, String)]
    )
    func failedCheck(response: StubResponse, message: String) async {
        let outcome = await run("status", environment: ["GH_TOKEN": "S3CRET"], responses: [Self.rateLimitURL: response])
        #expect(outcome.output.contains("GitHub\tunknown\tGH_TOKEN\t\(message)\n"), "\(outcome)")
    }

    @Test("logout with --purge removes cached responses, the offline index and the last table")
    func purge() async throws {
        let environment = [
            "SEEK_CONFIG": file, "SEEK_CACHE_DIR": folder.path(of: "cache"), "SEEK_STATE_DIR": folder.path(of: "state"),
            "GH_TOKEN": "t",
        ]
        let url = "https://api.github.com/search/repositories"
        let item: JSONValue = [
            "id": 1, "name": "secret-plan", "html_url": "https://github.com/a/secret-plan", "private": true,
        ]
        let transport = StubTransport([stub(.get, url, returning: .json(["total_count": 1, "items": [item]]))])
        _ = await runCommand(["repos", "secret"], environment: environment) { $0.client.transport = transport }
        try folder.write("https://github.com/a/secret-plan\n", to: "state/results")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600],
            ofItemAtPath: folder.path(of: "state/results")
        )
        #expect(
            await runCommand(["search", "secret", "--offline"], environment: environment).output.contains("secret-plan")
        )
        let kept = await runCommand(["auth", "logout", "github"], environment: environment)
        #expect(kept.messages.contains("to remove them, add --purge"))
        let outcome = await runCommand(["auth", "logout", "github", "--purge"], environment: environment)
        #expect(outcome.status == .success)
        #expect(
            !(await runCommand(["search", "secret", "--offline"], environment: environment).output.contains(
                "secret-plan"
            ))
        )
        let files = ["cache", "state"].flatMap { name in
            (FileManager.default.subpaths(atPath: folder.path(of: name)) ?? []).map { folder.file("\(name)/\($0)") }
        }
        let text = Data("secret-plan".utf8)
        #expect(files.filter { (try? Data(contentsOf: $0))?.firstRange(of: text) != nil } == [])
    }

    @Test("login and logout warn about a variable that overrides the configuration file")
    func overridingVariable() async {
        let outcome = await run("login", "github", environment: ["GITHUB_TOKEN": "0ther-token"], input: "S3CRET")
        #expect(outcome.messages.hasSuffix("seek: warning: GITHUB_TOKEN is set and overrides the file\n"))
        let logout = await run("logout", "github", environment: ["GITHUB_TOKEN": "0ther-token"])
        #expect(logout.messages.hasSuffix("seek: warning: GITHUB_TOKEN is still set; unset it as well\n"))
    }

    @Test("status shows where credentials are set, and whether they are accepted")
    func credentialStatus() async throws {
        #expect(await run("status").status == .unauthorized)
        _ = await run("login", "github", input: "S3CRET")
        let partial = await run("status")
        #expect(partial.status == .success)
        #expect(
            partial.output == "YouTube\tmissing\t\trun: seek auth login youtube\nGitHub\tvalid\tfile\t\n",
            "\(partial.output)"
        )
        let rejected = await run(
            "status",
            "--json=service,state,source",
            environment: ["YOUTUBE_API_KEY": "wr0ng-key"],
            responses: Self.accepted.merging([
                Self.statisticsURL: .json(file: "youtube/error_key_invalid", status: 400)
            ]) { _, new in new }
        )
        #expect(rejected.status == .unauthorized)
        #expect(
            rejected.output == #"[{"service":"YouTube","source":"YOUTUBE_API_KEY","state":"rejected"},"#
                + #"{"service":"GitHub","source":"file","state":"valid"}]"# + "\n",
            "\(rejected)"
        )
        let offline = await run("status", responses: [Self.rateLimitURL: .failure(.cannotConnect)])
        #expect(offline.status == .failure)
        #expect(offline.output.contains("GitHub\tunknown\tfile\tGitHub (api.github.com): could not connect"))
    }

    #if os(Linux)
    @Test(
        "on a terminal, login offers the token of gh, and hides a token that is typed",
        arguments: [true, false]
    )
    func loginOnTerminal(acceptsGH: Bool) async throws {
        let server = try TestServer.start()
        defer { server.stop() }
        var environment = TestServer.environment(server, folder)
        environment["GH_TOKEN"] = nil
        environment["SEEK_CONFIG"] = file
        environment["PATH"] = "\(folder.path(of: "bin")):/usr/bin:/bin"
        try folder.writeScript("[ \"$*\" = 'auth token' ] && echo demo-token", to: "bin/gh")
        let terminal = try #require(PseudoTerminal(columns: 100))
        let outcome = try await Program(environment: environment).run(
            ["auth", "login", "github"],
            input: terminal.programEnd,
            messages: terminal.programEnd
        ) { _ in
            await eventually { terminal.shownText.contains("type yes to use its token") }
            terminal.type(acceptsGH ? "yes\n" : "\n")
            guard !acceptsGH else { return }
            await eventually { !terminal.echoes }
            terminal.type("demo-token\n")
        }
        #expect(outcome.status == 0)
        let shown = try await terminal.text()
        #expect(shown.hasSuffix("seek: stored the GitHub token in \(file)\n"), "\(shown)")
        #expect(!shown.contains("demo-token"))
        #expect(stored == "github-token = demo-token\n")
    }
    #endif
}
