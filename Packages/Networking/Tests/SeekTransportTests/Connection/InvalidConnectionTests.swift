#if os(Linux)
import Foundation
import SeekCurlTransport
import SeekNetworking
import SeekTestHelpers
import SeekURLSessionTransport
import Testing

@Suite("Connection configurations that cannot be used", .timeLimit(.minutes(3)))
struct InvalidConnectionTests {
    /// An invalid configuration, and a part of the reason that is reported.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let reason: String
        let configure: @Sendable (inout ConnectionConfiguration) -> Void
    }

    static let digest = Data(repeating: 7, count: 32).base64EncodedString()

    static let rows: [Row] = [
        Row(testDescription: "a URL in place of a proxy's name", reason: "without scheme") {
            $0.proxy = .server("http://proxy.example", port: 3128)
        },
        Row(testDescription: "a proxy without a name", reason: "host name") { $0.proxy = .server("", port: 3128) },
        Row(testDescription: "port 0 of a proxy", reason: "port from 1 to 65535") {
            $0.proxy = .server("proxy.example", port: 0)
        },
        Row(testDescription: "a colon in a proxy's user name", reason: "colon") {
            $0.proxy = .server("proxy.example", port: 3128, username: "a:b", password: "hunter2")
        },
        Row(testDescription: "a text without a certificate", reason: "no certificate in PEM format") {
            $0.trustedCertificates = Data("hello".utf8)
        },
        Row(testDescription: "a truncated certificate", reason: "incomplete") {
            $0.trustedCertificates = Data("-----BEGIN CERTIFICATE-----\nAAAA\n".utf8)
        },
        Row(testDescription: "a certificate file that does not exist", reason: "'/nonexistent/ca.pem' cannot be read") {
            $0.certificateFile = "/nonexistent/ca.pem"
        },
        Row(testDescription: "a folder in place of a certificate file", reason: "'/' cannot be read") {
            $0.certificateFile = "/"
        },
        Row(testDescription: "a certificate file with other text", reason: "'/etc/passwd' contains no certificate") {
            $0.certificateFile = "/etc/passwd"
        },
        Row(testDescription: "a certificate folder that does not exist", reason: "'/nonexistent' cannot be read") {
            $0.certificateFolder = "/nonexistent"
        },
        Row(testDescription: "a certificate folder without hashed names", reason: "run: openssl rehash /") {
            $0.certificateFolder = "/"
        },
        Row(testDescription: "certificates and their file", reason: "excludes certificateFile") {
            $0.trustedCertificates = Data("-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----".utf8)
            $0.certificateFile = "/dev/null"
        },
        Row(testDescription: "a key that is not Base64", reason: "a pinned key of api.example is not a SHA-256 digest")
        {
            $0.pinnedPublicKeys["api.example"] = [digest, "sha256//not-a-digest"]
        },
        Row(testDescription: "a digest of another size", reason: "44 characters") {
            $0.pinnedPublicKeys["api.example"] = [Data(repeating: 7, count: 20).base64EncodedString()]
        },
        Row(testDescription: "no keys", reason: "no key is pinned for api.example") {
            $0.pinnedPublicKeys["api.example"] = []
        },
        Row(testDescription: "a URL in place of a host", reason: "'https://api.example' in pinnedPublicKeys") {
            $0.pinnedPublicKeys["https://api.example"] = [digest]
        },
        Row(testDescription: "a port after a host", reason: "'api.example:443' in pinnedPublicKeys") {
            $0.pinnedPublicKeys["api.example:443"] = [digest]
        },
        Row(testDescription: "a wildcard", reason: "'*.example' in clientIdentities is not a host name") {
            $0.clientIdentities["*.example"] = ClientIdentity(pkcs12: Data(), password: "hunter2")
        },
    ]

    @Test(
        "fail each request with an error that describes the problem, and send nothing",
        arguments: TransportKind.allCases,
        rows
    )
    func invalid(kind: TransportKind, row: Row) async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse(200, "here")))
        let error = try #require(await kind.make(row.configure).outcome(of: try server.get()).error)
        guard case .transport(.invalidConfiguration(let reason), let context) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(reason.contains(row.reason), "\(reason)")
        #expect(context.attempts == 0)
        #expect(!error.isRetryable)
        #expect(!error.description.contains("hunter2"))
        #expect(server.acceptedConnectionCount == 0)
    }

    @Test("a proxy and a target policy cannot be combined")
    func policy() async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse(200, "here")))
        let transport = CurlTransport {
            $0.connection.proxy = .server("127.0.0.1", port: Int(server.port))
            $0.targetPolicy = .publicInternetOnly
        }
        let outcome = await transport.outcome(of: HTTPRequest(url: try #require(URL(string: "http://api.example/"))))
        #expect(outcome.kind == .invalidConfiguration)
        #expect(server.acceptedConnectionCount == 0)
    }

    @Test(
        "URLSession on Linux sends nothing with a setting that it does not support",
        arguments: [
            Row(testDescription: "no proxy", reason: "CurlTransport") { $0.proxy = .direct },
            Row(testDescription: "pinned keys", reason: "CurlTransport") {
                $0.pinnedPublicKeys["api.example"] = [digest]
            },
        ]
    )
    func unsupported(row: Row) async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse(200, "here")))
        let outcome = await TransportKind.urlSession.make(row.configure).outcome(of: try server.get())
        #expect(outcome.kind == .invalidConfiguration)
        #expect(outcome.error?.description.contains(row.reason) == true)
        #expect(server.acceptedConnectionCount == 0)
    }

    @Test("the descriptions of a configuration contain no secrets")
    func secrets() {
        var configuration = ConnectionConfiguration()
        configuration.proxy = .server("proxy.example", port: 3128, username: "u53r", password: "hunter2")
        configuration.clientIdentities["api.example"] = ClientIdentity(
            pkcs12: Data("hunter2".utf8),
            password: "hunter2"
        )
        var dumped = ""
        dump(configuration, to: &dumped)
        for text in ["\(configuration)", String(reflecting: configuration), dumped] {
            #expect(text.contains("proxy.example:3128"))
            #expect(!text.contains("hunter2"))
            #expect(!text.contains("u53r"))
            #expect(!text.contains(Data("hunter2".utf8).base64EncodedString()))
        }
    }
}

@Suite("Certificates in PEM format")
struct PEMTests {
    private func trustedAuthorities(_ pem: String) throws -> [Data] {
        var configuration = ConnectionConfiguration()
        configuration.trustedCertificates = Data(pem.utf8)
        let checked = CheckedConnectionConfiguration(configuration)
        try checked.check(HTTPRequest(url: try #require(URL(string: "https://api.example/"))))
        return checked.trustedAuthorities
    }

    @Test(
        "are read regardless of line ends, blank lines, spaces and text around them",
        arguments: [
            "-----BEGIN CERTIFICATE-----\nAAEC\nAwQF\n-----END CERTIFICATE-----\n",
            "-----BEGIN CERTIFICATE-----\r\nAAEC\r\nAwQF\r\n-----END CERTIFICATE-----",
            "-----BEGIN CERTIFICATE----- \nAAEC \t\n\n AwQF\n-----END CERTIFICATE----- \n",
            "Subject: CN=seek\n-----BEGIN CERTIFICATE-----\nAAECAwQF\n-----END CERTIFICATE-----\n# the end\n",
        ]
    )
    func complete(pem: String) throws {
        #expect(try trustedAuthorities(pem) == [Data(0...5)])
    }

    @Test(
        "are rejected if one of them is incomplete or not Base64",
        arguments: ["AAEC\n", "AAE\n-----END CERTIFICATE-----\n", "A-A\n-----END CERTIFICATE-----\n"]
    )
    func invalid(rest: String) {
        let valid = "-----BEGIN CERTIFICATE-----\nAAEC\n-----END CERTIFICATE-----\n"
        for pem in ["-----BEGIN CERTIFICATE-----\n\(rest)\(valid)", "\(valid)-----BEGIN CERTIFICATE-----\n\(rest)"] {
            #expect(throws: NetworkError.self, "\(pem)") { try trustedAuthorities(pem) }
        }
    }
}
#endif
