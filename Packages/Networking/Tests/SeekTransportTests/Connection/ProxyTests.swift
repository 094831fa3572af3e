#if os(Linux)
import Foundation
import SeekCurlTransport
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("Proxies", .timeLimit(.minutes(3)))
struct ProxyTests {
    private func transport(
        _ proxy: ProxySelection,
        trusting authority: CertificateAuthority? = nil
    ) throws -> CurlTransport {
        let certificates = try authority?.certificates
        return CurlTransport {
            $0.connection.proxy = proxy
            $0.connection.trustedCertificates = certificates
        }
    }

    @Test(
        "a request over TLS is sent through a tunnel; of the request, the proxy receives only host and port",
        .enabled(if: CertificateAuthority.isAvailable, "openssl is not installed: apt-get install openssl")
    )
    func tunnel() async throws {
        let authority = try CertificateAuthority()
        let identity = try authority.identity(for: "DNS:api.example")
        let server = try LoopbackServer(identity: identity) { _ in .response(HTTPResponse(200, "here")) }
        let proxy = try TunnelProxy(to: server.port)
        let transport = try transport(
            .server("127.0.0.1", port: proxy.port, username: "app", password: "hunter2"),
            trusting: authority
        )
        let fields: HTTPFields = [.authorization: "Bearer t0ken"]
        let url = try #require(URL(string: "https://api.example:8443/path"))
        let outcome = await transport.outcome(of: HTTPRequest(url: url, headerFields: fields))
        #expect(outcome.response?.text == "here", "\(outcome)")
        #expect(server.received.map(\.url.path) == ["/path"])
        #expect(server.received.first?.headerFields[.authorization] == "Bearer t0ken")
        let head = try #require(proxy.heads.first)
        #expect(head.hasPrefix("CONNECT api.example:8443 HTTP/1.1\r\n"))
        #expect(head.contains("Proxy-Authorization: Basic \(Data("app:hunter2".utf8).base64EncodedString())\r\n"))
        #expect(!head.contains("t0ken"))
        let proxyField = try HTTPField.Name.named("Proxy-Authorization")
        #expect(server.received.first?.headerFields[proxyField] == nil)
    }

    @Test(
        "a tunnel that the proxy refuses is reported as a proxy error and is not retried",
        arguments: [
            ("407 Proxy Authentication Required", OutcomeKind.proxyAuthenticationRequired), ("403 Forbidden", .proxy),
            ("502 Bad Gateway", .proxy),
        ]
    )
    func refused(status: String, kind: OutcomeKind) async throws {
        // The port is not used, because no tunnel is opened.
        let proxy = try TunnelProxy(to: 1, status: status)
        let transport = try transport(.server("127.0.0.1", port: proxy.port, username: "app", password: "hunter2"))
        let request = HTTPRequest(url: try #require(URL(string: "https://api.example/")))
        let outcome = await transport.outcome(of: request)
        #expect(outcome.kind == kind, "\(outcome)")
        let error = try #require(outcome.error)
        if kind == .proxy { #expect(error.description.contains(status.prefix(3))) }
        #expect(!error.isRetryable)
        #expect(!error.description.contains("hunter2"))
    }

    @Test("a proxy that is not found is reported as a proxy error")
    func notFound() async throws {
        let transport = try transport(.server("proxy.invalid", port: 3128))
        let request = HTTPRequest(url: try #require(URL(string: "https://api.example/")))
        let outcome = await transport.outcome(of: request)
        #expect(outcome.kind == .proxy, "\(outcome)")
    }

    @Test("a request without TLS is sent to the configured proxy, regardless of the environment")
    func forwarded() async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse(200, "direct")))
        let proxy = try LoopbackServer(always: .response(HTTPResponse(200, "by proxy")))
        await #expect(
            processExitsWith: .success,
            performing: {
                [port = proxy.port as UInt16, target = server.baseURL.absoluteString as String] in
                setenv("no_proxy", "*", 1)
                let transport = CurlTransport { $0.connection.proxy = .server("127.0.0.1", port: Int(port)) }
                let outcome = await transport.outcome(of: HTTPRequest(url: try #require(URL(string: target))))
                #expect(outcome.response?.text == "by proxy")
            }
        )
        #expect(proxy.received.count == 1)
        #expect(server.received.isEmpty)
    }
}

/// A proxy that opens a tunnel to a server on this machine, or responds with another status.
final class TunnelProxy: Sendable {
    private let server: RawServer
    private let recorder = Recorder<String>()

    var port: Int { Int(server.port) }
    /// The request line and the header fields of each request.
    var heads: [String] { recorder.all }

    init(to port: UInt16, status: String = "200 Connection established") throws {
        server = try RawServer { [recorder] connection in
            let head = RawServer.readHead(connection)
            recorder.record(head)
            RawServer.write(Array("HTTP/1.1 \(status)\r\n\r\n".utf8), to: connection)
            if status.hasPrefix("200") { RawServer.relay(connection, to: port) }
        }
    }
}
#endif
