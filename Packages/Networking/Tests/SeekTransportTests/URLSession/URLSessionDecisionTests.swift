import Foundation
@_spi(Seek) import SeekNetworking
import Testing

@testable import SeekURLSessionTransport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Decisions of the URLSession transport")
struct URLSessionDecisionTests {
    private func networkError(of error: any Error) throws -> NetworkError {
        let request = HTTPRequest(url: try #require(URL(string: "https://api.example/")))
        return FailureMapping.networkError(of: error, request: request, fields: nil)
    }

    static let failures: [(code: URLError.Code, kind: OutcomeKind)] = [
        (.cannotFindHost, .hostNotFound), (.dnsLookupFailed, .hostNotFound), (.cannotConnectToHost, .cannotConnect),
        (.notConnectedToInternet, .cannotConnect), (.networkConnectionLost, .connectionLost),
        (.cannotParseResponse, .malformedResponse), (.cannotDecodeContentData, .malformedResponse),
        (.secureConnectionFailed, .insecure), (.serverCertificateUntrusted, .insecure), (.timedOut, .timedOut),
        (.cancelled, .cancelled), (.badURL, .invalidRequest),
    ]

    @Test("error codes map to errors; the error of an insecure connection contains the host", arguments: failures)
    func failure(row: (code: URLError.Code, kind: OutcomeKind)) throws {
        let error = try networkError(of: URLError(row.code))
        #expect(error.kind == row.kind)
        if row.kind == .insecure { #expect(error.description.contains("api.example: ")) }
    }

    @Test(
        "the error that the data is too long maps to an invalid request only for a GET request with a body",
        arguments: [HTTPRequest.Method.get, .post]
    )
    func bodyOfGet(method: HTTPRequest.Method) throws {
        let url = try #require(URL(string: "https://api.example/"))
        let request = HTTPRequest(method: method, url: url, body: Data("a body".utf8))
        let error = URLError(.dataLengthExceedsMaximum)
        let mapped = FailureMapping.networkError(of: error, request: request, fields: nil)
        #expect((mapped.kind == .invalidRequest) == (method == .get))
    }

    /// Codes of Apple's TLS library: `errSSLClosedAbort`, `errSSLClosedNoNotify`, `errSSLXCertChainInvalid` and
    /// `errSSLPeerHandshakeFail`.
    static let handshakes: [(code: Int, kind: OutcomeKind)] = [
        (-9806, .connectionLost), (-9816, .connectionLost), (-9807, .insecure), (-9824, .insecure),
    ]

    @Test("an interrupted handshake maps to a lost connection, a rejected one to insecure", arguments: handshakes)
    func handshake(row: (code: Int, kind: OutcomeKind)) throws {
        let error = try networkError(
            of: URLError(.secureConnectionFailed, userInfo: ["_kCFStreamErrorCodeKey": row.code])
        )
        #expect(error.kind == row.kind)
    }

    #if canImport(FoundationNetworking)
    static let texts: [(text: String, kind: OutcomeKind)] = [
        ("Recv failure: Connection reset by peer", .connectionLost),
        ("HTTP/2 stream 1 was not closed cleanly: INTERNAL_ERROR (err 2)", .connectionLost),
        ("SSL certificate problem: unable to get local issuer certificate", .insecure),
        ("error:0A000410:SSL routines::sslv3 alert handshake failure", .insecure),
    ]

    @Test("an unknown code is classified by the error's text", arguments: texts)
    func text(row: (text: String, kind: OutcomeKind)) throws {
        let error = try networkError(of: URLError(.unknown, userInfo: [NSLocalizedDescriptionKey: row.text]))
        #expect(error.kind == row.kind)
    }
    #endif

    @Test("rare codes and errors of other domains have a description")
    func other() throws {
        for error in [URLError(.callIsActive), URLError(.noPermissionsToReadFile), CocoaError(.fileNoSuchFile)]
            as [any Error]
        {
            guard case .transport(let failure, _) = try networkError(of: error) else {
                Issue.record("not a transport failure: \(error)")
                continue
            }
            #expect(!failure.description.isEmpty)
        }
    }

    // `kCFErrorHTTPProxyConnectionFailure` and `kCFErrorHTTPSProxyConnectionFailure`.
    @Test("an error of CFNetwork about a proxy is a proxy failure", arguments: [306, 310])
    func proxy(code: Int) throws {
        let error = try networkError(of: NSError(domain: "kCFErrorDomainCFNetwork", code: code))
        #expect(error.kind == .proxy)
    }

    @Test("a cancellation is delayed while the delegate responds to a redirect")
    func redirects() {
        var cancellation = RedirectCancellation()
        let beforeResponse = cancellation.mayCancel(1)
        cancellation.beginResponse(1)
        let duringResponse = cancellation.mayCancel(1)
        let ofOtherTask = cancellation.mayCancel(2)
        let mustCancelAfterwards = cancellation.endResponse(1)
        #expect([beforeResponse, duringResponse, ofOtherTask, mustCancelAfterwards] == [true, false, true, true])
        cancellation.beginResponse(1)
        let mustCancelAgain = cancellation.endResponse(1)
        #expect(!mustCancelAgain)
        #expect(cancellation == RedirectCancellation())
    }

    @Test("the timeouts of the caller's session configuration do not end a request before its deadline")
    func timeouts() {
        let configuration = URLSessionTransport.Configuration()
        configuration.session.timeoutIntervalForRequest = 1
        configuration.session.timeoutIntervalForResource = 1
        let copy = configuration.sessionStoringNothing
        #expect(copy.timeoutIntervalForRequest == URLRequest.maximumTimeout)
        #expect(copy.timeoutIntervalForResource == URLRequest.maximumTimeout)
    }

    @Test("a response that is not HTTP has no head")
    func notHTTP() throws {
        let url = try #require(URL(string: "http://127.0.0.1/"))
        let response = URLResponse(url: url, mimeType: nil, expectedContentLength: 0, textEncodingName: nil)
        #expect(ResponseHead(response) == nil)
        #expect(ResponseHead(nil) == nil)
    }

    @Test("the length of a body is known only if the response declares it and has a body that is not encoded")
    func length() {
        func length(_ code: Int, _ fields: HTTPFields, _ method: HTTPRequest.Method = .get) -> Int64? {
            fields.plainBodyLength(of: HTTPResponse.Status(code: code), to: method)
        }
        let plain: HTTPFields = [.contentLength: "5"]
        #expect(length(200, plain) == 5)
        #expect(length(200, plain, .head) == nil)
        #expect(length(204, plain) == nil)
        #expect(length(304, plain) == nil)
        #expect(length(200, [:]) == nil)
        #expect(length(200, [.contentLength: "5", .contentEncoding: "br"]) == nil)
    }
}
