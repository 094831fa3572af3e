#if os(Linux)
import Foundation
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

@testable import SeekWeb

/// The examples in the folder `Documentation`, to which the README links.
private enum Example {
    static func text(_ name: String) throws -> String {
        let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
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
        let log = EntryList()
        try await withNginx(log: { log.append($0) }) { port, _ in
            let form = "token=\(Self.token)&next=/"
            let login = try await exchange(
                "POST /login HTTP/1.1\r\n\(Self.header)Origin: https://seek.example.com\r\n"
                    + "Content-Type: application/x-www-form-urlencoded\r\n"
                    + "Content-Length: \(form.utf8.count)\r\n\r\n\(form)",
                port: port
            ).text
            #expect(login.hasPrefix("HTTP/1.1 303 "))
            let cookie = try #require(login.firstMatch(of: #/Set-Cookie: (seek_session=\w+);[^\r]*; Secure\r\n/#)?.1)
            let page = try await exchange(
                "GET / HTTP/1.1\r\n\(Self.header)Cookie: \(cookie)\r\nX-Forwarded-For: 203.0.113.66\r\n\r\n",
                port: port
            )
            #expect(page.bodies == ["home"])
            #expect(log.entries.map(\.client) == ["127.0.0.1", "127.0.0.1"])
        }
    }

    @Test(
        "requests from other sites or without the token are rejected",
        arguments: [("Origin: https://evil.example\r\n", 403), ("Sec-Fetch-Site: cross-site\r\n", 403), ("", 401)]
    )
    func foreign(field: String, status: Int) async throws {
        try await withNginx { port, _ in
            let response = try await exchange("GET / HTTP/1.1\r\n\(Self.header)\(field)\r\n", port: port)
            #expect(response.text.hasPrefix("HTTP/1.1 \(status) "))
        }
    }

    @Test("events are not buffered")
    func events() async throws {
        let gate = Gate()
        try await withNginx(gate: gate) { port, _ in
            let client = try RawClient(port: port)
            client.send("GET /events HTTP/1.1\r\n\(Self.header)Authorization: Bearer \(Self.token)\r\n\r\n")
            // The second event is sent after the first was received.
            #expect(try await onThread(client) { $0.read(until: "first\n\n") }.hasSuffix("data: first\n\n"))
            gate.open()
            #expect(try await onThread(client) { $0.read(until: "second\n\n") }.hasSuffix("data: second\n\n"))
            client.close()
        }
    }

    @Test("requests succeed after one of two servers has stopped")
    func stoppedServer() async throws {
        try await withNginx { port, servers in
            let request = "GET / HTTP/1.1\r\n\(Self.header)Authorization: Bearer \(Self.token)\r\n\r\n"
            for index in 0..<20 {
                if index == 10 { await servers[0].stop(drainingFor: .seconds(60)) }
                let response = try await exchange(request, port: port)
                #expect(response.bodies == ["home"])
            }
        }
    }

    private static let header = "Host: seek.example.com\r\nConnection: close\r\n"

    /// Runs nginx in front of two servers, which represent the two processes of the example. The second event of a
    /// stream waits at the gate.
    private func withNginx(
        gate: Gate = Gate(),
        log: @escaping @Sendable (AccessLogEntry) -> Void = { _ in },
        perform operation: (_ port: UInt16, _ servers: [WebServer]) async throws -> Void
    ) async throws {
        let access = AccessRules(
            publicOrigin: URL(string: "https://seek.example.com").flatMap(Origin.init),
            token: AccessToken(Self.token)
        )
        let application = WebApplication(
            routes: [
                Route(.get, "/") { _, _ in WebResponse("home", type: "text/plain") },
                Route(.get, "/events") { _, _ in
                    WebResponse(
                        events: AsyncStream { continuation in
                            Task {
                                continuation.yield(ServerEvent(data: "first"))
                                _ = await gate.pass()
                                continuation.yield(ServerEvent(data: "second"))
                            }
                        }
                    )
                },
            ],
            access: access
        )
        let servers = [try WebServer(application, log: log), try WebServer(application, log: log)]
        let folder = try TemporaryFolder()
        let freeSocket = try ListeningSocket(address: "127.0.0.1", port: 0)
        let port = freeSocket.port
        close(freeSocket.descriptor)
        let site = try Example.text("nginx.conf")
            .replacing("listen 443 ssl;", with: "listen 127.0.0.1:\(port);")
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
        if nginx.isRunning { try await operation(port, servers) }
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
        let url = "https://seek.example.com"
        let arguments = command.replacing("%i", with: "8750").replacing("${SEEK_PUBLIC_URL}", with: url)
            .split(separator: " ").map(String.init)
        guard case .serve(let options) = try WebInvocation.parse(arguments) else {
            Issue.record("the command line does not start the server")
            return
        }
        #expect(options.publicURL?.host() == "seek.example.com")
    }
}
#endif
