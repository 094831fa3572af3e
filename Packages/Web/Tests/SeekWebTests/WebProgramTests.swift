#if os(Linux)
import Foundation
import Seek
import SeekBasics
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

@Suite("The program seek-web")
struct WebProgramTests {
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

    @Test("a flag and its value are separated by a space or an equals sign, and a token of a file has no whitespace")
    func flags() async throws {
        let program = try TestProgram()
        let token = try program.tokenFile("\n  0123456789abcdef\r\n")
        let arguments = [
            "--port=0", "--token-file", token, "--public-url=https://seek.example.com/", "--rate-limit", "0",
        ]
        let status = try await program.run(arguments) { address in
            let port = UInt16(try #require(URL(string: address)?.port))
            func status(_ host: String, _ token: String) async throws -> Substring {
                let fields = "Host: \(host)\r\nAuthorization: Bearer \(token)\r\nConnection: close\r\n"
                return try await exchange("GET / HTTP/1.1\r\n\(fields)\r\n", port: port).text.dropFirst(9).prefix(3)
            }
            #expect(try await status("seek.example.com", "0123456789abcdef") == "200")
            #expect(try await status("seek.example.com", "0123456789abcdeg") == "401")
            #expect(try await status("127.0.0.1", "0123456789abcdef") == "421")
        }
        #expect(status == 0)
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

    @Test("a browser of the user logs in once over IPv6")
    func loginOverIPv6() async throws {
        let program = try TestProgram()
        let status = try await program.run(["--port", "0", "--listen", "::1"]) { _ in
            let line = try #require(program.output.first { $0.contains("/login?once=") })
            let address = String(line[try #require(line.range(of: "http://")).lowerBound...])
            let log = program.folder.file("curl")
            let curl = try ChildProgram("curl", ["-si", address], log: log)
            #expect(await curl.status(within: .seconds(60)) == 0)
            #expect(try String(contentsOf: log, encoding: .utf8).contains("\r\nSet-Cookie: seek_session="))
        }
        // A machine without IPv6 has no address ::1.
        #expect(status == 0 || program.output.isEmpty)
    }

    @Test(
        "the error for an unusable token file explains the problem without the token",
        arguments: [
            ("0123456789abcdef", 0o644, "chmod 600"), ("short", 0o600, "openssl rand -hex 32"), ("", 0o600, "openssl"),
            ("0123456789 abcdef", 0o600, "no spaces"),
        ]
    )
    func tokenFiles(content: String, mode: Int, message: String) async throws {
        let program = try TestProgram()
        let file = try program.tokenFile(content, mode: mode)
        #expect(try await program.run(["--port", "0", "--token-file", file]) { _ in } == 1)
        #expect(program.messages.count == 1)
        #expect(program.messages.first?.contains(message) == true)
        #expect(content.isEmpty || program.messages.allSatisfy { !$0.contains(content) })
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
        let other = try LoopbackServer { _ in .response(HTTPResponse(status: .ok)) }
        defer { other.stop() }
        let program = try TestProgram()
        #expect(try await program.run(["--port", "\(other.port)"]) { _ in } == 1)
        let message = try #require(program.messages.first)
        #expect(message.hasPrefix("seek-web: port \(other.port) is in use; "))
        #expect(message.contains("pass --port "))
    }

    @Test(
        "a problem is reported in one line",
        arguments: [
            (["--token-file", "/nonexistent/token"], 1, "does not exist"),
            (["--listen", "203.0.113.1", "--token-file", "TOKEN"], 1, "is not an address of this machine"),
            (["--port"], 2, "--port needs a value"), (["--port", "--open"], 2, "--port needs a value"),
            (["--port", "65536"], 2, "from 0 (any free one) to 65535"), (["--port=-1"], 2, "not '-1'"),
            (["--listen", "example.com", "--token-file", "t"], 2, "not 'example.com'"),
            (["--listen", "0.0.0.0"], 2, "--listen 0.0.0.0 requires --token-file FILE"),
            (["--public-url", "https://seek.example.com"], 2, "--public-url requires --token-file FILE"),
            (["--public-url", "https://seek.example.com/seek", "--token-file", "t"], 2, "without a path"),
            (["--public-url", "https://a.example:99999", "--token-file", "t"], 2, "--public-url takes a valid URL"),
            (["--no-token", "--token-file", "t"], 2, "--no-token and --token-file exclude each other"),
            (["--no-token", "--listen", "0.0.0.0"], 2, "--listen 0.0.0.0 requires --token-file FILE"),
            (["--rate-limit", "-1"], 2, "requests per minute"), (["--open=1"], 2, "--open takes no value"),
            (["--prot", "1"], 2, "did you mean '--port'?"), (["search"], 2, "unexpected argument 'search'"),
        ]
    )
    func problems(arguments: [String], status: Int32, message: String) async throws {
        let program = try TestProgram()
        let token = try program.tokenFile()
        #expect(try await program.run(arguments.map { $0 == "TOKEN" ? token : $0 }) { _ in } == status)
        #expect(program.messages.count == 1)
        #expect(program.messages.first?.contains(message) == true)
        #expect(program.messages.first?.contains("\n") == false)
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
        arguments: [
            ("--help", "usage: seek-web"), ("-h", "usage: seek-web"),
            ("--version", "seek-web \(SeekVersion.description)"),
        ]
    )
    func texts(flag: String, text: String) async throws {
        let program = try TestProgram()
        #expect(try await program.run([flag]) { _ in } == 0)
        #expect(program.output.first?.contains(text) == true)
    }
}
#endif
