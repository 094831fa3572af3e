import SeekNetworking
import Testing

@Suite("An origin's host")
struct OriginTests {
    static let equal: [(first: String, second: String)] = [
        ("http://example.com/", "http://EXAMPLE.com./"), ("http://[::1]/", "http://[0:0:0:0:0:0:0:1]/"),
        ("http://127.0.0.1/", "http://127%2e0.0.1/"), ("http://127.0.0.1/", "http://127.0.0.1./"),
        ("http://localhost/", "http://%6Cocalhost:80/"),
        ("https://[::ffff:7f00:1]/", "https://[::FFFF:127.0.0.1]:443/"),
    ]

    @Test("is normalized for comparison", arguments: equal)
    func isEqual(first: String, second: String) {
        #expect(Origin(url(first)) == Origin(url(second)))
        #expect(Origin(url(first)) != nil)
    }

    @Test(
        "is this machine if it is localhost, a subdomain of localhost or a loopback address",
        arguments: [
            ("localhost", true), ("LOCALHOST.", true), ("api.localhost", true), ("127.0.0.1", true),
            ("127.9.0.1", true),
            ("[::1]", true), ("[0::1]", true), ("example.com", false), ("localhost.example", false),
            ("10.0.0.1", false),
            // An IPv4-mapped address is not recognized.
            ("127.0.0.1.example", false), ("[::2]", false), ("[::ffff:127.0.0.1]", false), ("128.0.0.1", false),
        ]
    )
    func loopback(host: String, isLoopback: Bool) {
        #expect(Origin(url("http://\(host)/"))?.isLoopback == isLoopback)
        #expect(Origin(url("http://\(host)/"))?.protectsCredentials == isLoopback)
    }

    static let rejected = [
        "http://0x7f000001/", "http://127.1/", "http://2130706433/", "http://0177.0.0.1/", "http://0x7f.1/",
        "http://127.0.0.1.1/",
        "http://0X7F000001./", "http://a.0x10/", "http://256.256.256.256/", "http://1%2E2/", "http://a;b/",
        "http://a!b/",
        "http://a%20b/", "http://a%2fb/", "http://%EF%BC%91.0.0.1/", "http://127%E3%80%820.0.1/", "http://[1::2::3]/",
        "http://a%00b/",
    ]

    @Test("that is ambiguous or malformed makes a request invalid", arguments: rejected)
    func invalidHosts(text: String) {
        #expect(throws: NetworkError.self) { try request(text).validate() }
    }

    static let accepted = [
        "http://127.0.0.1/", "http://[::1]/", "http://[fe80::1%25eth0]/", "http://a_b.example/", "http://1.example/",
        "http://example.com./", "http://xn--bcher-kva.example/", "http://a-1/", "http://x0x.0x.example/",
    ]

    @Test("that is a name or an address is accepted", arguments: accepted)
    func names(text: String) {
        #expect(throws: Never.self) { try request(text).validate() }
    }
}
