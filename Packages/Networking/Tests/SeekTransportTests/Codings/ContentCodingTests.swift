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
        ("gzip", Codings.gzip), ("deflate", Codings.deflate), ("x-gzip", Codings.gzip), ("GZIP", Codings.gzip),
        ("identity", { $0 }),
    ]

    /// Codings that URLSession on Linux does not decode.
    static let unusualCodings: [(name: String, encode: @Sendable (Data) -> Data)] = [
        ("UTF-8", { $0 }), ("none", { $0 }), ("gzip, UTF-8", Codings.gzip),
        ("deflate, gzip", { Codings.gzip(Codings.deflate($0)) }),
        ("identity, gzip", Codings.gzip),
    ]

    /// Bodies of several gzip members (RFC 1952 §2.2), and of bytes after the end, which browsers ignore.
    static let gzipBodies: [(name: String, encode: @Sendable (Data) -> Data)] = [
        ("two members", { Codings.gzip($0.prefix(7)) + Codings.gzip($0.dropFirst(7)) }),
        ("an empty member at the end", { Codings.gzip($0) + Codings.gzip(Data()) }),
        ("an empty member at the start", { Codings.gzip(Data()) + Codings.gzip($0) }),
        (
            "a hundred members",
            { body in
                (0..<99).reduce(Data()) { result, _ in result + Codings.gzip(Data()) } + Codings.gzip(body)
            }
        ),
        ("zeros at the end", { Codings.gzip($0) + Data(count: 512) }),
        ("text at the end", { Codings.gzip($0) + Data("\r\n".utf8) }),
        ("the first byte of a member at the end", { Codings.gzip($0) + Data([0x1F]) }),
    ]

    private static func response(_ coding: String, _ body: Data) throws -> HTTPResponse {
        HTTPResponse(headerFields: [try .named("Content-Encoding"): coding], body: body)
    }

    @Test("are listed in Accept-Encoding", arguments: TransportKind.allCases)
    func offered(kind: TransportKind) async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse()))
        #expect(await kind.make().outcome(of: try server.get()).kind == .response(200))
        let offered = server.received.first?.headerFields[try .named("Accept-Encoding")] ?? ""
        for coding in ["gzip", "deflate"] { #expect(offered.contains(coding)) }
    }

    @Test(
        "are decoded for any size and framing",
        arguments: TransportKind.allCases,
        codings.map(\.name)
    )
    func decoded(kind: TransportKind, coding: String) async throws {
        let encode = try #require(Self.codings.first { $0.name == coding }).encode
        for size in [0, 1, 65_536, 200_000] {
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

    @Test("are decoded if they are unusual", arguments: TransportKind.allCases, unusualCodings.map(\.name))
    func unusual(kind: TransportKind, coding: String) async throws {
        let encode = try #require(Self.unusualCodings.first { $0.name == coding }).encode
        let body = patternedData(70_000)
        let server = try LoopbackServer(always: .response(try Self.response(coding, encode(body))))
        let outcome = await kind.make().outcome(of: try server.get())
        await kind.check(coding.contains("UTF-8") ? .charsets : nil) {
            expectSame(outcome.response?.body, body, "\(outcome.kind)")
        }
    }

    @Test("decode all members of a gzip body", arguments: TransportKind.allCases, gzipBodies.map(\.name))
    func members(kind: TransportKind, name: String) async throws {
        let encode = try #require(Self.gzipBodies.first { $0.name == name }).encode
        for size in [8, 70_000] {
            let body = patternedData(size)
            let response = try Self.response("gzip", encode(body))
            let server = try LoopbackServer { request in
                request.url.path == "/chunked" ? .chunked(response, chunkSize: 1 + size / 100) : .response(response)
            }
            for path in ["/", "/chunked"] {
                let outcome = await kind.make().outcome(of: try server.get(path))
                await kind.check(.gzipMembers) { expectSame(outcome.response?.body, body, "\(size): \(outcome.kind)") }
            }
        }
    }

    static let corrupt: [(name: String, coding: String, body: Data)] = [
        ("no gzip", "gzip", Data("plain text, whatever the field says".utf8)),
        (
            "no gzip after a header", "gzip",
            Codings.gzip(Data("x".utf8)).prefix(10) + Data(repeating: 0xFF, count: 99)
        ),
        ("a wrong checksum", "gzip", Codings.gzip(Data("text".utf8)).dropLast(8) + Data(count: 8)),
        (
            "a corrupt second member", "gzip",
            Codings.gzip(Data("x".utf8)) + Codings.gzip(Data("y".utf8)).prefix(10) + Data(repeating: 0xFF, count: 99)
        ),
        ("no deflate", "deflate", Data(repeating: 0xFF, count: 99)),
    ]

    @Test(
        "make a response malformed if the body is corrupt, and are unsupported if the body does not have them",
        arguments: TransportKind.allCases,
        corrupt.indices
    )
    func corruptBody(kind: TransportKind, row: Int) async throws {
        let corrupt = Self.corrupt[row]
        let server = try LoopbackServer(always: .response(try Self.response(corrupt.coding, corrupt.body)))
        let outcome = await kind.make().outcome(of: try server.get())
        if corrupt.name.hasPrefix("no ") {
            await kind.check(.bodiesWithoutCoding) { #expect(outcome.kind == .unsupportedContentCoding) }
        } else {
            await kind.check(corrupt.name.contains("member") ? .gzipMembers : nil) {
                #expect(outcome.kind == .malformedResponse, "\(corrupt.name)")
            }
        }
        #expect(outcome.response == nil, "\(corrupt.name)")
    }

    static let truncated: [(name: String, coding: String, body: Data)] = [
        ("truncated gzip", "gzip", Codings.gzip(patternedData(100_000)).dropLast(50_000)),
        ("gzip without its checksum", "gzip", Codings.gzip(patternedData(1_000)).dropLast(8)),
        ("truncated deflate", "deflate", Codings.deflate(patternedData(100_000)).dropLast(50_000)),
        ("a truncated second member", "gzip", Codings.gzip(Data("x".utf8)) + Codings.gzip(Data("y".utf8)).dropLast(9)),
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

    @Test(
        "that are not supported are reported by their name",
        arguments: TransportKind.allCases,
        ["rot13", "zstd, rot13", "compress", "br\u{1B}[31m", String(repeating: "x", count: 5_000)]
    )
    func unsupported(kind: TransportKind, coding: String) async throws {
        let server = try LoopbackServer(
            always: .fault(
                .bytes(Data("HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nContent-Length: 4\r\n\r\ngrkg".utf8))
            )
        )
        let outcome = await kind.make().outcome(of: try server.get())
        #expect(outcome.kind == .unsupportedContentCoding)
        await kind.check(.unknownCodings) {
            #expect(outcome.error?.description.contains("content coding '\(coding.prefix(2))") == true)
        }
        #expect(outcome.error?.description.contains("\u{1B}") != true)
        #expect((outcome.error?.description.count ?? 0) < 300)
    }

    @Test(
        "are ignored in a response without a body",
        arguments: TransportKind.allCases,
        ["HEAD", "204", "304", "empty"]
    )
    func withoutBody(kind: TransportKind, name: String) async throws {
        let code = Int(name) ?? 200
        let response = HTTPResponse(status: .init(code: code), headerFields: [try .named("Content-Encoding"): "rot13"])
        let server = try LoopbackServer(always: .response(response))
        var request = try server.get()
        if name == "HEAD" { request.method = .head }
        let outcome = await kind.make().outcome(of: request)
        #expect(outcome.kind == .response(code))
    }

    @Test("that are not supported are avoided by a second request without codings", arguments: TransportKind.allCases)
    func identity(kind: TransportKind) async throws {
        let coded = try Self.response("rot13", Data("grkg".utf8))
        let field = try HTTPField.Name.named("Accept-Encoding")
        let server = try LoopbackServer { request in
            .response(request.headerFields[field] == "identity" ? HTTPResponse(200, "text") : coded)
        }
        for (method, count) in [(HTTPRequest.Method.get, 2), (.post, 1)] {
            var request = try server.get()
            request.method = method
            let earlier = server.received.count
            let send = kind.make().handler(through: [RetryMiddleware()])
            let outcome: Result<HTTPResponse, NetworkError>
            do {
                let options = RequestOptions(deadline: .now + .seconds(60), maximumBodySize: 1 << 20)
                outcome = .success(try await send(request, options))
            } catch {
                outcome = .failure(error)
            }
            #expect(outcome.kind == (method == .get ? .response(200) : .unsupportedContentCoding))
            #expect(server.received.count - earlier == count)
        }
    }

    @Test(
        "that are not supported are returned as they are if the request excludes codings",
        arguments: TransportKind.allCases,
        ["rot13", "gzip"]
    )
    func undecodable(kind: TransportKind, coding: String) async throws {
        let server = try LoopbackServer(always: .response(try Self.response(coding, Data("grkg".utf8))))
        let contentEncoding = try HTTPField.Name.named("Content-Encoding")
        var request = try server.get()
        request.headerFields[try .named("Accept-Encoding")] = "identity"
        let response = await kind.make().outcome(of: request).response
        await kind.check(coding == "gzip" ? .bodiesWithoutCoding : .undecodedBodies) {
            #expect(response?.body == Data("grkg".utf8))
            #expect(response?.headerFields[contentEncoding] == coding)
        }
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

    #if os(Linux)
    @Test(
        "are decoded only up to a multiple of their size, whatever the body limit",
        arguments: ["gzip", "gzip, gzip"]
    )
    func ratio(codings: String) async throws {
        let bomb = Codings.bomb(rounds: 100_000)
        let body = codings == "gzip" ? bomb : Codings.gzip(bomb)
        let server = try LoopbackServer(always: .response(try Self.response(codings, body)))
        let transport = CurlTransport {
            $0.connection.proxy = .direct
            $0.maximumDecompressionRatio = 100
        }
        let outcome = await transport.outcome(of: try server.get(), limit: .max)
        #expect(outcome.error?.description.contains("decodes to more than 100 times its size") == true)
    }
    #endif
}
