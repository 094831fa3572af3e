import Foundation
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

#if os(Linux)
import CLibcurl
import SeekCurlTransport
#endif

@Suite("Content codings", .timeLimit(.minutes(3)))
struct ContentCodingTests {
    static let codings: [(name: String, encode: @Sendable (Data) -> Data)] = [
        ("gzip", Codings.gzip), ("deflate", Codings.deflate), ("br", Codings.brotli), ("x-gzip", Codings.gzip),
        ("GZIP", Codings.gzip),
    ]

    private static func response(_ coding: String, _ body: Data) throws -> HTTPResponse {
        HTTPResponse(headerFields: [try .named("Content-Encoding"): coding], body: body)
    }

    /// libcurl may be built without Brotli.
    static let knowsBrotli: Bool = {
        #if os(Linux)
        typealias VersionInfo = @convention(c) (CURLversion) -> UnsafeMutablePointer<curl_version_info_data>?
        guard let function = dlopen("libcurl.so.4", RTLD_NOW).flatMap({ dlsym($0, "curl_version_info") }),
            let information = unsafeBitCast(function, to: VersionInfo.self)(CURLVERSION_FIRST)
        else { return false }
        return information.pointee.features & (1 << 23) != 0
        #else
        return true
        #endif
    }()

    @Test("are offered to the server", arguments: TransportKind.allCases)
    func offered(kind: TransportKind) async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse()))
        #expect(await kind.make().outcome(of: try server.get()).word == .response(200))
        let offered = server.received.first?.headerFields[try .named("Accept-Encoding")] ?? ""
        let expected = ["gzip", "deflate"] + (Self.knowsBrotli ? ["br"] : [])
        for coding in expected { #expect(offered.contains(coding)) }
    }

    @Test(
        "are decoded, whatever the size and the framing",
        arguments: TransportKind.allCases,
        codings.map(\.name)
    )
    func decoded(kind: TransportKind, coding: String) async throws {
        guard coding != "br" || Self.knowsBrotli else { return }
        let encode = try #require(Self.codings.first { $0.name == coding }).encode
        for size in [0, 1, 65_536, 200_000] where size > 0 || coding != "br" {
            let body = numbers(size)
            let response = try Self.response(coding, encode(body))
            let server = try LoopbackServer { request in
                request.url.path == "/chunked" ? .chunked(response, chunkSize: 999) : .response(response)
            }
            let transport = kind.make()
            for path in ["/", "/chunked"] {
                let outcome = await transport.outcome(of: try server.get(path))
                expectSame(outcome.response?.body, body, "\(size) bytes from \(path): \(outcome.word)")
            }
        }
    }

    static let broken: [(what: String, coding: String, body: Data)] = [
        ("no gzip at all", "gzip", Data("plain text, whatever the field says".utf8)),
        (
            "a gzip header and then noise", "gzip",
            Codings.gzip(Data("x".utf8)).prefix(10) + Data(repeating: 0xFF, count: 99)
        ),
        ("a checksum that is wrong", "gzip", Codings.gzip(Data("text".utf8)).dropLast(8) + Data(count: 8)),
        ("no deflate at all", "deflate", Data(repeating: 0xFF, count: 99)),
    ]

    @Test("that are broken are a malformed answer", arguments: TransportKind.allCases, broken.indices)
    func brokenBody(kind: TransportKind, row: Int) async throws {
        let broken = Self.broken[row]
        let server = try LoopbackServer(always: .response(try Self.response(broken.coding, broken.body)))
        let outcome = await kind.make().outcome(of: try server.get())
        await kind.check(.invalidResponses) { #expect(outcome.word == .malformedResponse, "\(broken.what)") }
        #expect(outcome.response == nil, "\(broken.what)")
    }

    static let cutOff: [(what: String, coding: String, body: Data)] = [
        ("gzip that breaks off", "gzip", Codings.gzip(numbers(100_000)).dropLast(50_000)),
        ("gzip without its checksum", "gzip", Codings.gzip(numbers(1_000)).dropLast(8)),
        ("deflate that breaks off", "deflate", Codings.deflate(numbers(100_000)).dropLast(50_000)),
        ("Brotli that breaks off", "br", Codings.brotli(numbers(100_000)).dropLast(50_000)),
    ]

    @Test(
        "that break off in a body that is whole by HTTP's own count",
        arguments: TransportKind.allCases,
        cutOff.indices
    )
    func cutOffBody(kind: TransportKind, row: Int) async throws {
        let cutOff = Self.cutOff[row]
        let server = try LoopbackServer(always: .response(try Self.response(cutOff.coding, cutOff.body)))
        let outcome = await kind.make().outcome(of: try server.get())
        await kind.check(.cutOffCodings) { #expect(outcome.word == .malformedResponse, "\(cutOff.what)") }
    }

    @Test("that nobody knows are a malformed answer, not bytes taken for text", arguments: TransportKind.allCases)
    func unknown(kind: TransportKind) async throws {
        let server = try LoopbackServer(always: .response(try Self.response("rot13", Data("grkg".utf8))))
        let outcome = await kind.make().outcome(of: try server.get())
        await kind.check(.invalidResponses) { #expect(outcome.word == .malformedResponse) }
    }

    @Test(
        "cannot smuggle in more than the limit: a bomb is stopped by its decoded size",
        arguments: TransportKind.allCases
    )
    func bomb(kind: TransportKind) async throws {
        // 2.6 MB that become 413.
        let bomb = try Self.response("gzip", Codings.bomb(rounds: 200_000))
        #expect(bomb.body.count < 4 << 20)
        let server = try LoopbackServer(always: .response(bomb))
        // Its own length is below the limit, what it decodes to is not.
        let outcome = await kind.make().outcome(of: try server.get(), limit: 4 << 20)
        #expect(outcome.word == .bodyTooLarge)
        await eventually { server.openConnections == 0 }
    }
}
