#if os(Linux)
import CLibcurl
import Foundation
import SeekNetworking
import SeekTestHelpers
import Testing

@testable import SeekCurlTransport

@Suite("Decisions of the libcurl transport")
struct CurlDecisionTests {
    static let failures: [(code: CURLcode, description: String, failure: TransportFailure)] = [
        (CURLE_COULDNT_RESOLVE_HOST, "", .hostNotFound),
        (CURLE_COULDNT_CONNECT, "", .cannotConnect),
        (CURLE_OPERATION_TIMEDOUT, "Connection timed out", .cannotConnect),
        (CURLE_RECV_ERROR, "Connection reset by peer", .connectionLost),
        (CURLE_RECV_ERROR, "bad chunk", .malformedResponse("bad chunk")),
        (CURLE_RECV_ERROR, "Received HTTP code 407 from proxy", .proxyAuthenticationRequired),
        (CURLE_RECV_ERROR, "CONNECT tunnel failed, response 407", .proxyAuthenticationRequired),
        (CURLE_COULDNT_RESOLVE_PROXY, "no such proxy", .proxy("no such proxy")),
        (
            CURLE_COULDNT_RESOLVE_PROXY, "Unsupported proxy syntax in 'user:S3CRET@bad host:1'",
            .proxy("its address is not a valid URL")
        ),
        (CURLE_SSL_PINNEDPUBKEYNOTMATCH, "", .publicKeyNotPinned(host: "api.example")),
        (CURLE_SSL_CERTPROBLEM, "wrong password", .invalidConfiguration("api.example: wrong password")),
        (
            CURLE_UNKNOWN_OPTION, "",
            .invalidConfiguration(
                "libcurl does not support the settings of the proxy or the certificates; "
                    + "build and run the program with libcurl 7.77 or later and OpenSSL"
            )
        ),
        (CURLE_SEND_ERROR, "", .connectionLost),
        (CURLE_GOT_NOTHING, "", .connectionLost),
        (CURLE_PARTIAL_FILE, "", .connectionLost),
        (CURLE_HTTP2_STREAM, "HTTP/2 stream 1 was not closed cleanly: INTERNAL_ERROR (err 2)", .connectionLost),
        (CURLE_HTTP2, "Error in the HTTP2 framing layer", .connectionLost),
        (CURLE_UNSUPPORTED_PROTOCOL, "Empty reply from server", .connectionLost),
        (CURLE_SSL_CONNECT_ERROR, "Recv failure: Connection reset by peer", .connectionLost),
        (
            CURLE_SSL_CONNECT_ERROR, "OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to api.example:443 ",
            .connectionLost
        ),
        (
            CURLE_SSL_CONNECT_ERROR, "error:0A000126:SSL routines::unexpected eof while reading", .connectionLost
        ),
        (
            CURLE_SSL_CONNECT_ERROR, "error:0A000410:SSL routines::sslv3 alert handshake failure",
            .insecure("api.example: error:0A000410:SSL routines::sslv3 alert handshake failure")
        ),
        (
            CURLE_PEER_FAILED_VERIFICATION, "SSL: certificate subject name 'Connection reset by peer' does not match",
            .insecure("api.example: SSL: certificate subject name 'Connection reset by peer' does not match")
        ),
        (
            CURLE_RECV_ERROR, "OpenSSL SSL_read: error:0A00045C:SSL routines::tlsv13 alert certificate required",
            .insecure("api.example: OpenSSL SSL_read: error:0A00045C:SSL routines::tlsv13 alert certificate required")
        ),
        // CURLE_TOO_LARGE, which earlier headers of libcurl do not declare.
        (CURLcode(rawValue: 100), "Too large response headers", .malformedResponse("Too large response headers")),
        (CURLE_WEIRD_SERVER_REPLY, "odd", .malformedResponse("odd")),
        (CURLE_BAD_CONTENT_ENCODING, "odd", .malformedResponse("odd")),
        (CURLE_UNSUPPORTED_PROTOCOL, "HTTP/0.9", .malformedResponse("HTTP/0.9")),
        (CURLE_UNSUPPORTED_PROTOCOL, "disabled in libcurl", .other("disabled in libcurl")),
        (CURLE_PEER_FAILED_VERIFICATION, "self-signed", .insecure("api.example: self-signed")),
        (CURLE_SSL_CACERT_BADFILE, "no file", .invalidConfiguration("api.example: no file")),
        (CURLE_OUT_OF_MEMORY, "Out of memory", .other("Out of memory")),
    ]

    @Test("result codes and their descriptions map to failures", arguments: failures)
    func failure(row: (code: CURLcode, description: String, failure: TransportFailure)) {
        let failure = FailureMapping.failure(for: row.code, description: row.description, host: "api.example")
        #expect(failure == row.failure)
    }

    @Test("libcurl describes a result code for which there is no error text")
    func description() throws {
        try CurlLibrary.load()
        let easy = try #require(EasyHandle())
        #expect(easy.description(of: CURLE_OUT_OF_MEMORY) == "Out of memory")
    }

    static let milliseconds: [(duration: Duration, expected: Int32)] = [
        (.zero, 0), (.seconds(-1), 0), (.nanoseconds(1), 1), (.milliseconds(1), 1), (.microseconds(1_001), 2),
        (.seconds(2), 2_000), (.seconds(10_000_000), .max), (.seconds(Int64.max / 2), .max),
    ]

    @Test("milliseconds are rounded up and bounded", arguments: milliseconds)
    func rounding(row: (duration: Duration, expected: Int32)) {
        #expect(row.duration.millisecondsRoundedUp == row.expected)
    }

    @Test("header lines use libcurl's syntax for empty fields, omit fields that libcurl sets, and disable its defaults")
    func headerLines() throws {
        let url = try #require(URL(string: "http://127.0.0.1/"))
        let fields: HTTPFields = [
            .accept: "a/b", try .named("X-Empty"): "", try .named("X-Blank"): " \t", .contentLength: "5",
            try .named("Host"): "x", .contentType: "text/plain",
        ]
        let lines = CurlOptions.headerLines(of: HTTPRequest(method: .post, url: url, headerFields: fields))
        let codings = "Accept-Encoding: gzip, deflate"
        #expect(lines == ["Accept: a/b", "X-Empty;", "X-Blank;", "Content-Type: text/plain", codings, "Expect:"])
        let put = HTTPRequest(method: .put, url: url)
        #expect(CurlOptions.headerLines(of: put) == [codings, "Expect:", "Content-Type:"])
        #expect(CurlOptions.headerLines(of: HTTPRequest(url: url), decodesContent: false).isEmpty)
        let identity = HTTPRequest(url: url, headerFields: [try .named("accept-encoding"): "identity"])
        #expect(CurlOptions.headerLines(of: identity) == ["accept-encoding: identity"])
    }

    @Test("a request whose task was cancelled before the submission ends as cancelled")
    func earlyCancellation() async throws {
        let server = try LoopbackServer(always: .fault(.stall))
        let loop = try CurlLoop(configuration: .init(), connection: .init(ConnectionConfiguration()))
        let request = try server.get()
        for _ in 0..<500 {
            let outcome = await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return await loop.run(request, deadline: .now + .seconds(5), maximumBodySize: 0)
            }.value
            #expect(outcome.kind == .cancelled)
            guard outcome.kind == .cancelled else { break }
        }
        loop.stop()
    }
}
#endif
