#if os(Linux)
import Foundation
import SeekBasics
import SeekTestHelpers
import SeekTestingSupport
import Testing

@testable import SeekWeb

@Suite("The program seek-web")
struct WebCommandTests {
    @Test("prints its address, responds, logs the request without its query, and ends")
    func serves() async throws {
        let program = try TestProgram()
        let status = try await program.run(["--port", "0", "--log"]) { address in
            let port = try #require(URL(string: address)?.port)
            let response = try await exchange(
                "GET /health?token=secret HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
                port: UInt16(port)
            )
            #expect(response.text.hasPrefix("HTTP/1.1 200 OK\r\n"))
            await eventually("the request is logged") { program.messages.contains { $0.contains("/health") } }
        }
        #expect(status == 0)
        let line = try #require(program.messages.first { $0.contains("/health") })
        let entry = try JSONDecoder().decode(JSONValue.self, from: Data(line.utf8))
        #expect(entry["path"].string == "/health")
        #expect(entry["status"].integer == 200)
        #expect(entry["client"].string == "127.0.0.1")
        #expect(entry["time"].string.flatMap(RFC3339.date) != nil)
        #expect(!line.contains("secret"))
    }

    @Test(
        "on all interfaces, prints the addresses of this machine, beginning with the loopback address",
        arguments: [("0.0.0.0", "127.0.0.1"), ("::", "::1")]
    )
    func allInterfaces(address: String, loopback: String) async throws {
        let program = try TestProgram()
        let token = try program.tokenFile()
        let status = try await program.run(["--listen", address, "--token-file", token, "--port", "0"]) { firstURL in
            let url = try #require(URL(string: firstURL))
            #expect(url.host() == loopback)
        }
        #expect(program.output.allSatisfy { !$0.contains("0.0.0.0") && !$0.contains("[::]") })
        // A machine without IPv6 has no address "::".
        #expect(status == 0 || address == "::")
    }

    @Test("creates a token at each start: a program of the user reads it from a file, a browser logs in once")
    func createdToken() async throws {
        let program = try TestProgram()
        let status = try await program.run(["--port", "0"]) { address in
            let port = UInt16(try #require(URL(string: address)?.port))
            func response(_ target: String, _ field: String = "") async throws -> String {
                let lines = "Host: localhost\r\nConnection: close\r\n\(field)\r\n"
                return try await exchange("GET \(target) HTTP/1.1\r\n\(lines)", port: port).text
            }
            #expect(try await response("/api/v1/history").hasPrefix("HTTP/1.1 401 "))
            let file = program.folder.path(of: "state/web-token-\(port)")
            let attributes = try FileManager.default.attributesOfItem(atPath: file)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            let token = try String(contentsOfFile: file, encoding: .utf8)
            #expect(token.utf8.count == 65)
            #expect(program.output.allSatisfy { !$0.contains(token.dropLast()) })
            let field = "Authorization: Bearer \(token.dropLast())\r\n"
            #expect(try await response("/api/v1/history", field).hasPrefix("HTTP/1.1 200 "))
            let line = try #require(program.output.first { $0.contains("/login?once=") })
            let target = String(line[try #require(line.range(of: "/login")).lowerBound...])
            #expect(try await response(target).contains("\r\nSet-Cookie: seek_session="))
            #expect(try await response(target).hasPrefix("HTTP/1.1 401 "))
        }
        #expect(status == 0)
        let files = try FileManager.default.contentsOfDirectory(atPath: program.folder.path(of: "state"))
        #expect(files.allSatisfy { !$0.hasPrefix("web-token") })
    }

    @Test("with --no-token, responds to all users of the machine, and says so")
    func noToken() async throws {
        let program = try TestProgram()
        let status = try await program.run(["--port", "0", "--no-token"]) { address in
            let port = UInt16(try #require(URL(string: address)?.port))
            let request = "GET /api/v1/history HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            #expect(try await exchange(request, port: port).text.hasPrefix("HTTP/1.1 200 "))
        }
        #expect(status == 0)
        #expect(program.messages.contains { $0.contains("every user of this machine can read the history") })
    }

    @Test("without a YouTube API key, starts and explains what is missing")
    func noKey() async throws {
        let program = try TestProgram()
        program.environment["YOUTUBE_API_KEY"] = nil
        #expect(try await program.run(["--port", "0"]) { _ in } == 0)
        #expect(program.messages.contains { $0.contains("YOUTUBE_API_KEY is not set") })
    }

    @Test("if the port is in use, the error suggests another one")
    func portInUse() async throws {
        let other = try ListeningSocket(address: "127.0.0.1", port: 0)
        defer { close(other.descriptor) }
        let program = try TestProgram()
        #expect(try await program.run(["--port", "\(other.port)"]) { _ in } == 1)
        let message = try #require(program.messages.first)
        #expect(message.hasPrefix("seek-web: port \(other.port) is in use; "))
        #expect(message.contains("pass --port "))
    }

    @Test(
        "a problem is reported in one line",
        arguments: [
            (["--prot"], 2, "did you mean '--port'?"), (["--token-file", "/nonexistent/token"], 1, "does not exist"),
            (["--listen", "203.0.113.1", "--token-file", "TOKEN"], 1, "is not an address of this machine"),
        ]
    )
    func problems(arguments: [String], status: Int32, message: String) async throws {
        let program = try TestProgram()
        let token = try program.tokenFile()
        #expect(try await program.run(arguments.map { $0 == "TOKEN" ? token : $0 }) { _ in } == status)
        #expect(program.messages.count == 1)
        #expect(program.messages.first?.contains(message) == true)
    }

    @Test("the value of an invalid environment variable is not printed")
    func environment() async throws {
        let program = try TestProgram()
        program.environment["SEEK_REDIS_URL"] = "secret://host"
        #expect(try await program.run(["--port", "0"]) { _ in } == 1)
        #expect(program.messages.allSatisfy { !$0.contains("secret") })
    }

    @Test("opens the page in a browser that receives no secrets")
    func opens() async throws {
        let program = try TestProgram()
        let file = program.folder.path(of: "opened")
        let script = "env >\(file).new; echo \"$1\" >>\(file).new; mv \(file).new \(file)"
        // The shell reads the script, because executing a file that was just written can fail with ETXTBSY.
        program.environment["BROWSER"] = "/nonexistent:/bin/sh \(try program.folder.write(script, to: "script").path)"
        _ = try await program.run(["--port", "0", "--open"]) { address in
            await eventually("the page is opened") {
                (try? String(contentsOfFile: file, encoding: .utf8))?.contains("\(address)login?once=") == true
            }
        }
        let content = try String(contentsOfFile: file, encoding: .utf8)
        #expect(content.contains("PATH="))
        #expect(!content.contains("demo-key"))
    }

    @Test("without a browser, serves and reports that none was found")
    func noBrowser() async throws {
        let program = try TestProgram()
        program.environment["PATH"] = "/nonexistent"
        #expect(try await program.run(["--port", "0", "--open"]) { _ in } == 0)
        #expect(program.messages.contains { $0.contains("no browser found") })
    }

    @Test(
        "prints its help and version",
        arguments: [("--help", "usage: seek-web"), ("--version", "seek-web \(SeekVersion.description)")]
    )
    func texts(flag: String, text: String) async throws {
        let program = try TestProgram()
        #expect(try await program.run([flag]) { _ in } == 0)
        #expect(program.output.first?.contains(text) == true)
    }
}

/// Runs the program in this process.
private final class TestProgram: Sendable {
    let folder: TemporaryFolder
    private let state: Mutex<(environment: [String: String], output: [String], messages: [String])>

    init() throws {
        folder = try TemporaryFolder()
        // No server listens on port 9.
        let environment = [
            "YOUTUBE_API_KEY": "demo-key", "GH_TOKEN": "demo-token", "SEEK_YOUTUBE_URL": "http://127.0.0.1:9",
            "SEEK_GITHUB_URL": "http://127.0.0.1:9", "SEEK_CACHE_DIR": folder.path(of: "cache"),
            "SEEK_STATE_DIR": folder.path(of: "state"), "PATH": "/usr/bin:/bin",
        ]
        state = Mutex((environment, [], []))
    }

    var environment: [String: String] {
        get { state.withLock(\.environment) }
        set { state.withLock { $0.environment = newValue } }
    }
    var output: [String] { state.withLock(\.output) }
    var messages: [String] { state.withLock(\.messages) }

    /// Writes a token to a file that only this user can read, and returns its path.
    func tokenFile() throws -> String {
        let path = try folder.write("0123456789abcdef", to: "token").path
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        return path
    }

    /// Runs a command line and returns its exit status. If a server starts, the operation receives its address, and the
    /// program is ended after the operation.
    func run(_ arguments: [String], _ operation: @Sendable (String) async throws -> Void) async throws -> Int32 {
        let end = Gate()
        let context = WebCommand.Context(
            environment: environment,
            output: { line in self.state.withLock { $0.output.append(line) } },
            messages: { line in self.state.withLock { $0.messages.append(line) } },
            waitForEnd: { _ = await end.pass() }
        )
        let hasEnded = Mutex(false)
        let task = Task {
            let status = await WebCommand.run(arguments, context: context)
            hasEnded.withLock { $0 = true }
            return status
        }
        defer { end.open() }
        await eventually("the program starts or ends") {
            output.contains { $0.hasPrefix(Self.addressPrefix) } || hasEnded.withLock { $0 }
        }
        if let line = output.first(where: { $0.hasPrefix(Self.addressPrefix) }) {
            try await operation(String(line.dropFirst(Self.addressPrefix.count)))
        }
        end.open()
        return await task.value
    }

    private static let addressPrefix = "seek-web listening on "
}
#endif
