import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("The User-Agent of a client")
struct UserAgentTests {
    private static let agent = HTTPField.Name.userAgent

    /// The client's `userAgent`; the header fields of the client, the endpoint and the call; the User-Agent that is
    /// sent.
    static let rows: [(String?, HTTPFields, HTTPFields, HTTPFields, String?)] = [
        ("Seek", [:], [:], [:], "Seek"),
        ("MyApp/1.0", [:], [:], [:], "MyApp/1.0"),
        (nil, [:], [:], [:], nil),
        ("MyApp/1.0", [agent: "client"], [:], [:], "client"),
        ("MyApp/1.0", [agent: "client"], [agent: "endpoint"], [:], "endpoint"),
        ("MyApp/1.0", [agent: "client"], [agent: "endpoint"], [agent: "call"], "call"),
    ]

    @Test("can be changed or omitted for a client, and changed for an endpoint and a call", arguments: rows)
    func precedence(
        userAgent: String?,
        clientFields: HTTPFields,
        endpointFields: HTTPFields,
        callFields: HTTPFields,
        sent: String?
    ) async throws {
        let transport = scripted(json("1"))
        let client = APIClient(baseURL: url("https://api.example.com"), transport: transport) {
            $0.userAgent = userAgent
            $0.headerFields = clientFields
        }
        let endpoint = Endpoint(of: Int.self, at: .path("n"), headerFields: endpointFields)
        _ = try await client.with { $0.headerFields = callFields }.send(endpoint)
        #expect(transport.received.map { $0.headerFields[.userAgent] } == [sent])
    }

    @Test("is sent by default, because GitHub responds with 403 to requests without a User-Agent")
    func standard() async throws {
        let transport = scripted(json("1"), json("1"))
        let client = APIClient(baseURL: url("https://api.github.com"), transport: transport)
        _ = try await client.send(Endpoint(of: Int.self, at: .path("n")))
        _ = try await client.send(request("https://api.github.com/n"))
        #expect(transport.received.map { $0.headerFields[.userAgent] } == ["Seek", "Seek"])
    }
}
