#if os(Linux)
import Foundation
import SeekBasics
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

/// The examples in the folder `Documentation`, to which the README links.
private enum Example {
    static func text(_ name: String) throws -> String {
        let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        return try String(contentsOf: package.appending(path: "Documentation/\(name)"), encoding: .utf8)
    }
}

@Suite(
    "Behind nginx with the example configuration",
    .enabled(if: ChildProgram.find("nginx") != nil, "nginx is not installed: apt-get install nginx-light")
)
struct NginxTests {
    private static let token = "0123456789abcdef"

    @Test("a browser logs in, and the access log contains its real address instead of a forged one")
    func login() async throws {
        let log = ClientList()
        try await withNginx(log: log) { port, _, _ in
            let form = "token=\(Self.token)&next=/"
            let login = try await exchange(
                "POST /login HTTP/1.1\r\n\(Self.header)Origin: https://seek.example.com\r\n"
                    + "Content-Type: application/x-www-form-urlencoded\r\n"
                    + "Content-Length: \(form.utf8.count)\r\n\r\n\(form)",
                port: port
            ).text
            #expect(login.hasPrefix("HTTP/1.1 303 "))
            let cookie = try #require(
                login.firstMatch(of: #/Set-Cookie: (__Host-seek_session=\w+);[^\r]*; Secure\r\n/#)?.1
            )
            let page = try await exchange(
                "GET / HTTP/1.1\r\n\(Self.header)Cookie: \(cookie)\r\nX-Forwarded-For: 203.0.113.66\r\n\r\n",
                port: port
            )
            #expect(page.bodies == ["home"])
            #expect(log.clients == ["127.0.0.1", "127.0.0.1"])
        }
    }

    @Test(
        "requests from other sites or without the token are rejected",
        arguments: [("Origin: https://evil.example\r\n", 403), ("Sec-Fetch-Site: cross-site\r\n", 403), ("", 401)]
    )
    func foreign(field: String, status: Int) async throws {
        try await withNginx { port, _, _ in
            let response = try await exchange("GET / HTTP/1.1\r\n\(Self.header)\(field)\r\n", port: port)
            #expect(response.text.hasPrefix("HTTP/1.1 \(status) "))
        }
    }

    @Test("events are not buffered")
    func events() async throws {
        let events = EventSource()
        try await withNginx(events) { port, _, _ in
            let client = try RawClient(port: port)
            client.send("GET /events HTTP/1.1\r\n\(Self.header)Authorization: Bearer \(Self.token)\r\n\r\n")
            await eventually("the stream has started") { events.count == 1 }
            events.send("first")
            // The second event is sent after the first was received.
            #expect(try await onThread(client) { $0.read(until: "first\n\n") }.hasSuffix("data: first\n\n"))
            events.send("second")
            #expect(try await onThread(client) { $0.read(until: "second\n\n") }.hasSuffix("data: second\n\n"))
            client.close()
        }
    }

    @Test("requests succeed after one of two servers has stopped")
    func stoppedServer() async throws {
        try await withNginx { port, servers, _ in
            let request = "GET / HTTP/1.1\r\n\(Self.header)Authorization: Bearer \(Self.token)\r\n\r\n"
            for index in 0..<20 {
                if index == 10 { await servers[0].stop(drainingFor: .seconds(60)) }
                let response = try await exchange(request, port: port)
                #expect(response.bodies == ["home"])
            }
        }
    }

    @Test("responses have the field that makes browsers use https only, and the logs contain no key of a feed")
    func transportSecurity() async throws {
        try await withNginx { port, servers, folder in
            let target = "/saved/feed?name=a&key=s3cret"
            let referrer = "Referer: https://seek.example.com\(target)\r\n"
            let request = "GET \(target) HTTP/1.1\r\n\(Self.header)\(referrer)\r\n"
            let response = try await exchange(request, port: port).text
            #expect(response.hasPrefix("HTTP/1.1 401 "))
            #expect(response.contains("\r\nStrict-Transport-Security: max-age=31536000\r\n"))
            for server in servers { await server.stop() }
            #expect(try await exchange(request, port: port).text.hasPrefix("HTTP/1.1 502 "))
            let logs = try ["seek.log", "seek-error.log"].map {
                try String(contentsOf: folder.file($0), encoding: .utf8)
            }
            #expect(logs[0].contains("\"GET /saved/feed HTTP/1.1\" 401"))
            #expect(logs.allSatisfy { !$0.contains("s3cret") })
        }
    }

    @Test("a client has limits of requests and of connections")
    func clientLimits() async throws {
        try await withNginx { port, _, folder in
            let clients = try (0..<80).map { _ in try RawClient(port: port) }
            // nginx counts a connection when it has received a header.
            let request = "POST / HTTP/1.1\r\n\(Self.header)Content-Length: 9\r\n\r\n"
            for client in clients { client.send(request) }
            let response = try await exchange("GET /health HTTP/1.1\r\n\(Self.header)\r\n", port: port).text
            #expect(response.hasPrefix("HTTP/1.1 429 "))
            for client in clients { client.close() }
            await eventually("the connections are closed") {
                let text = try? await exchange("GET /health HTTP/1.1\r\n\(Self.header)\r\n", port: port).text
                return text?.hasPrefix("HTTP/1.1 429 ") == false
            }
            // At once, because a slow machine would not send them faster than the limit one after another.
            let statuses = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<300 {
                    group.addTask {
                        let text = try await exchange("GET /health HTTP/1.1\r\n\(Self.header)\r\n", port: port).text
                        return String(text.dropFirst(9).prefix(3))
                    }
                }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(statuses.contains("429"))
        }
    }

    private static let header = "Host: seek.example.com\r\nConnection: close\r\n"

    /// The ports of all tests: the system can select a port again until nginx listens on it.
    private static let usedPorts = Mutex<Set<UInt16>>([])

    private static func freePort() throws -> UInt16 {
        while true {
            let server = try LoopbackServer { _ in .response(HTTPResponse(status: .ok)) }
            server.stop()
            if usedPorts.withLock({ $0.insert(server.port).inserted }) { return server.port }
        }
    }

    /// Runs nginx in front of two servers, which represent the two processes of the example.
    private func withNginx(
        _ events: EventSource = EventSource(),
        log: ClientList? = nil,
        perform operation: (_ port: UInt16, _ servers: [WebTestServer], _ folder: TemporaryFolder) async throws -> Void
    ) async throws {
        let options = TestAppOptions(token: Self.token, publicURL: "https://seek.example.com")
        let app = TestApp(options, events: events)
        let servers = [try WebTestServer(app, log: log), try WebTestServer(app, log: log)]
        let folder = try TemporaryFolder()
        let (port, otherPort) = (try Self.freePort(), try Self.freePort())
        let site = try Example.text("nginx.conf")
            .replacing("listen 443 ssl;", with: "listen 127.0.0.1:\(port);")
            .replacing("listen 80;", with: "listen 127.0.0.1:\(otherPort);")
            .replacing("/var/log/nginx/", with: "")
            .replacing(":8750", with: ":\(servers[0].port)").replacing(":8751", with: ":\(servers[1].port)")
            .split(separator: "\n").filter { !$0.contains("[::]") && !$0.contains("ssl_certificate") }
            .joined(separator: "\n")
        try folder.write(site, to: "site.conf")
        let tempPaths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path temporary-\($0);" }
        try folder.write(
            """
            daemon off; master_process off; pid nginx.pid; error_log nginx.log;
            events {}
            http { access_log off; \(tempPaths.joined(separator: " ")) include site.conf; }
            """,
            to: "nginx.conf"
        )
        let nginx = try ChildProgram(
            "nginx",
            ["-p", folder.url.path, "-c", "nginx.conf", "-e", "nginx.log"],
            log: folder.file("output")
        )
        let hasStartedOrEnded = await eventually("nginx listens or ends") {
            (try? RawClient(port: port)) != nil || !nginx.isRunning
        }
        let output = (try? String(contentsOf: folder.file("output"), encoding: .utf8)) ?? ""
        #expect(hasStartedOrEnded, "\(output)")
        #expect(nginx.isRunning, "\(output)")
        if nginx.isRunning { try await operation(port, servers, folder) }
        nginx.end()
        for server in servers { await server.stop() }
    }
}

@Suite(
    "The example systemd unit",
    .enabled(if: ChildProgram.find("systemd-analyze") != nil, "systemd-analyze is not installed")
)
struct SystemdTests {
    @Test("has no errors, and contains a valid command line of seek-web")
    func verify() async throws {
        let folder = try TemporaryFolder()
        // systemd-analyze requires that the program exists.
        let unit = try Example.text("seek-web@.service").replacing("/usr/local/bin/seek-web", with: "/bin/true")
        try folder.write(unit, to: "seek-web@8750.service")
        let log = folder.file("output")
        let status = try await ChildProgram(
            "systemd-analyze",
            ["verify", "--man=no", folder.path(of: "seek-web@8750.service")],
            log: log
        ).status(within: .seconds(60))
        let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
        #expect(lines.filter { $0.contains("seek-web@") } == [], "status \(status ?? -1)")
        // The exposure that systemd estimates, in tenths: 92 without any restriction.
        let exposure = try await ChildProgram(
            "systemd-analyze",
            ["security", "--offline=yes", "--threshold=16", folder.path(of: "seek-web@8750.service")],
            log: log
        ).status(within: .seconds(60))
        let report = try String(contentsOf: log, encoding: .utf8)
        #expect(exposure == 0, "\(report)")
        let command = try #require(unit.firstMatch(of: #/ExecStart=/bin/true (.*)/#)?.1)
        let program = try TestProgram()
        let arguments = command.replacing("%i", with: "0").replacing("/etc/seek/token", with: try program.tokenFile())
            .replacing("${SEEK_PUBLIC_URL}", with: "https://seek.example.com")
        let exitStatus = try await program.run(arguments.split(separator: " ").map(String.init)) { address in
            let port = UInt16(try #require(URL(string: address)?.port))
            let request = "GET /login HTTP/1.1\r\nHost: seek.example.com\r\nConnection: close\r\n\r\n"
            #expect(try await exchange(request, port: port).text.hasPrefix("HTTP/1.1 200 "))
        }
        #expect(exitStatus == 0)
    }
}
#endif
