import Foundation
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("Locations of endpoints")
struct EndpointLocationTests {
    /// Sends a request to a location and returns its URL.
    private func sentURL(_ location: EndpointLocation, base: String = "https://e.com") async throws -> String? {
        let transport = scripted(HTTPResponse(status: 204))
        try await APIClient(baseURL: url(base), transport: transport).send(Endpoint(at: location))
        return transport.received.first?.url.absoluteString
    }

    @Test(
        "a path is joined to the base URL by exactly one slash",
        arguments: ["https://e.com", "https://e.com/", "https://e.com/v1", "https://e.com/v1/", "https://e.com/v1//"]
    )
    func slashes(base: String) async throws {
        let prefix = base.contains("v1") ? "https://e.com/v1" : "https://e.com"
        for path in ["users/o", "/users/o", "//users/o", "\("users")/o", "/\("users")/o"] as [EndpointPath] {
            #expect(try await sentURL(.path(path), base: base) == "\(prefix)/users/o")
        }
        for path in ["users/o", "/users/o"] {
            #expect(try await sentURL(.path(EndpointPath(path)), base: base) == "\(prefix)/users/o")
            #expect(try await sentURL(.path("\(subpath: path)"), base: base) == "\(prefix)/users/o")
        }
    }

    @Test(
        "an empty literal path is the base URL itself",
        arguments: ["https://e.com", "https://e.com/", "https://e.com/v1", "https://e.com/v1/"]
    )
    func emptyPath(base: String) async throws {
        #expect(try await sentURL(.path(""), base: base) == base)
        #expect(try await sentURL(.path("", ["q": 1]), base: base) == "\(base)?q=1")
    }

    @Test(
        "a value is one segment, a subpath can be several",
        arguments: [
            ("users/\("a/b")/x", "users/a%2Fb/x"), (EndpointPath("users/\("a/b")"), "users/a%2Fb"),
            ("c/\(subpath: "a b/c?d#e/f%20g.md")", "c/a%20b/c%3Fd%23e/f%2520g.md"),
            ("c/\(subpath: "/a/b/")", "c/a/b/"), ("c\(subpath: "/a/b")", "c/a/b"), ("v\(subpath: "1/a")", "v1/a"),
            ("\(1)/\(UInt8(2))/\(true)/\(1.5)/\("x".dropLast(0))", "1/2/true/1.5/x"),
        ] as [(EndpointPath, String)]
    )
    func values(path: EndpointPath, encoded: String) async throws {
        #expect(try await sentURL(.path(path)) == "https://e.com/\(encoded)")
    }

    @Test(
        "a path in another path is sent as it is",
        arguments: [
            ("v3/\("videos:batchGetStats" as EndpointPath)", "v3/videos:batchGetStats"),
            ("\("/a%2Fb" as EndpointPath)/\("c:d")", "a%2Fb/c%3Ad"), ("a\("" as EndpointPath)", "a"),
        ] as [(EndpointPath, String)]
    )
    func nested(path: EndpointPath, encoded: String) async throws {
        #expect(try await sentURL(.path(path)) == "https://e.com/\(encoded)")
    }

    @Test("a path in another path is rejected if it is unsafe by itself")
    func unsafeNested() async {
        for path in ["..", "\("")x"] as [EndpointPath] {
            await #expect(throws: NetworkError.self) { try await sentURL(.path("a/\(path)")) }
        }
    }

    @Test("a path in a variable can contain any characters", arguments: ["a b/東/100%", "a?b#c", "a%2Fb"])
    func variable(path: String) async throws {
        let text = try #require(try await sentURL(.path(EndpointPath(path))))
        let components = try #require(URLComponents(string: text))
        #expect(components.path == "/\(path)")
        #expect(components.query == nil)
        #expect(components.fragment == nil)
    }

    @Test(
        "a subpath or a path in a variable is rejected if it is empty or contains a dot segment",
        arguments: ["", "/", "..", "a/../b", "a/.", "./a", "/.."]
    )
    func unsafeSubpath(path: String) async {
        for path in [EndpointPath(path), "contents/\(subpath: path)"] as [EndpointPath] {
            await #expect { try await sentURL(.path(path)) } throws: {
                "\($0)".contains("the path has a segment '.' or '..', or an empty value")
            }
        }
    }

    @Test("query values are strings, numbers or Booleans; nil omits the parameter")
    func query() async throws {
        let cursor: String? = nil
        let limit: Int? = 5
        let name = "a&b"
        let query: QueryParameters = [
            "q": name, "per_page": 30, "archived": false, "score": 0.5, "big": UInt64.max, "cursor": cursor,
            "limit": limit, "tag": "a", "tag": "b", "none": nil, "part": name.prefix(1),
        ]
        let expected =
            "q=a%26b&per_page=30&archived=false&score=0.5&big=18446744073709551615&limit=5&tag=a&tag=b&part=a"
        #expect(try await sentURL(.path("x", query)) == "https://e.com/x?\(expected)")
    }

    @Test("a query is added to that of a literal path")
    func literalQuery() async throws {
        #expect(try await sentURL(.path("x?a=1", ["b": 2])) == "https://e.com/x?a=1&b=2")
    }

    @Test(
        "a base URL with a query or a fragment is rejected, and the error describes what to do",
        arguments: ["https://e.com/?a=b", "https://e.com/v1?", "https://e.com/#f", "https://e.com/v1#"]
    )
    func baseURL(base: String) async {
        for location in [.path("x"), .url(url("https://e.com/x"))] as [EndpointLocation] {
            await #expect { try await sentURL(location, base: base) } throws: {
                "\($0)".hasPrefix(
                    "invalid request: the base URL has a query or a fragment; remove it, and add its parameters"
                )
            }
        }
    }
}
