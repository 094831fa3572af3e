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

    /// Whether the transports decode Brotli. On Linux, only if libcurl was built with it.
    static let supportsBrotli: Bool = {
        #if os(Linux)
        typealias VersionInfo = @convention(c) (CURLversion) -> UnsafeMutablePointer<curl_version_info_data>?
        guard let function = dlopen("libcurl.so.4", RTLD_NOW).flatMap({ dlsym($0, "curl_version_info") }),
            let information = unsafeBitCast(function, to: VersionInfo.self)(CURLVERSION_FIRST)
        else { return false }
        return information.pointee.features & (1 << 23) != 0  // CURL_VERSION_BROTLI
        #else
        return true
        #endif
    }()

    @Test("are listed in Accept-Encoding", arguments: TransportKind.allCases)
    func offered(kind: TransportKind) async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse()))
        #expect(await kind.make().outcome(of: try server.get()).kind == .response(200))
        let offered = server.received.first?.headerFields[try .named("Accept-Encoding")] ?? ""
        let expected = ["gzip", "deflate"] + (Self.supportsBrotli ? ["br"] : [])
        for coding in expected { #expect(offered.contains(coding)) }
    }

    @Test(
        "are decoded for any size and framing",
        arguments: TransportKind.allCases,
        codings.map(\.name)
    )
    func decoded(kind: TransportKind, coding: String) async throws {
        guard coding != "br" || Self.supportsBrotli else { return }
        let encode = try #require(Self.codings.first { $0.name == coding }).encode
        for size in [0, 1, 65_536, 200_000] where size > 0 || coding != "br" {
            let body = patternedData(size)
            let response = try Self.response(coding, encode(body))
            let server = try LoopbackServer { request in
                request.url.path == "/chunked" ? .chunked(response, chunkSize: 999) : .response(response)
            }
            let transport = kind.make()
            for path in ["/", "/chunked"] {
                let outcome = await transport.outcome(of: try server.get(path))
                expectSame(outcome.response?.body, body, "\(size) bytes from \(path): \(outcome.kind)")
            }
        }
    }

    static let corrupt: [(name: String, coding: String, body: Data)] = [
        ("not gzip", "gzip", Data("plain text, whatever the field says".utf8)),
        (
            "a gzip header followed by other bytes", "gzip",
            Codings.gzip(Data("x".utf8)).prefix(10) + Data(repeating: 0xFF, count: 99)
        ),
        ("a wrong checksum", "gzip", Codings.gzip(Data("text".utf8)).dropLast(8) + Data(count: 8)),
        ("not deflate", "deflate", Data(repeating: 0xFF, count: 99)),
    ]

    @Test("make a response malformed if the body is corrupt", arguments: TransportKind.allCases, corrupt.indices)
    func corruptBody(kind: TransportKind, row: Int) async throws {
        let corrupt = Self.corrupt[row]
        let server = try LoopbackServer(always: .response(try Self.response(corrupt.coding, corrupt.body)))
        let outcome = await kind.make().outcome(of: try server.get())
        await kind.check(.malformedAsLost) { #expect(outcome.kind == .malformedResponse, "\(corrupt.name)") }
        #expect(outcome.response == nil, "\(corrupt.name)")
    }

    static let truncated: [(name: String, coding: String, body: Data)] = [
        ("truncated gzip", "gzip", Codings.gzip(patternedData(100_000)).dropLast(50_000)),
        ("gzip without its checksum", "gzip", Codings.gzip(patternedData(1_000)).dropLast(8)),
        ("truncated deflate", "deflate", Codings.deflate(patternedData(100_000)).dropLast(50_000)),
        ("truncated Brotli", "br", Codings.brotli(patternedData(100_000)).dropLast(50_000)),
    ]

    @Test(
        "make a response malformed if the encoded body is truncated, even if it has the declared length",
        arguments: TransportKind.allCases,
        truncated.indices
    )
    func truncatedBody(kind: TransportKind, row: Int) async throws {
        let truncated = Self.truncated[row]
        let server = try LoopbackServer(always: .response(try Self.response(truncated.coding, truncated.body)))
        let outcome = await kind.make().outcome(of: try server.get())
        await kind.check(.truncatedCodings) { #expect(outcome.kind == .malformedResponse, "\(truncated.name)") }
    }

    @Test("that are unknown make a response malformed", arguments: TransportKind.allCases)
    func unknown(kind: TransportKind) async throws {
        let server = try LoopbackServer(always: .response(try Self.response("rot13", Data("grkg".utf8))))
        let outcome = await kind.make().outcome(of: try server.get())
        await kind.check(.unknownCodings) { #expect(outcome.kind == .malformedResponse) }
    }

    @Test(
        "are decoded only up to the body limit",
        arguments: TransportKind.allCases
    )
    func bomb(kind: TransportKind) async throws {
        // 2.6 MB that decode to 413 MB.
        let bomb = try Self.response("gzip", Codings.bomb(rounds: 200_000))
        #expect(bomb.body.count < 4 << 20)
        let server = try LoopbackServer(always: .response(bomb))
        // The encoded size is below the limit, the decoded size is not.
        let outcome = await kind.make().outcome(of: try server.get(), limit: 4 << 20)
        #expect(outcome.kind == .bodyTooLarge)
        await eventually { server.openConnectionCount == 0 }
    }
}
