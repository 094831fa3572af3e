import Foundation
import SeekNetworking
import Testing

@Suite("Fields, requests and responses")
struct HTTPTests {
    @Test("a field name is a token that is compared case-insensitively")
    func names() {
        #expect(HTTPField.Name("ETag") == HTTPField.Name("etag"))
        #expect(Set([HTTPField.Name.eTag, HTTPField.Name("ETAG")]).count == 1)
        for text in ["", "a b", "a\r\nb", "日本"] { #expect(HTTPField.Name(text) == nil) }
        #expect("\(HTTPField.Name.accept)" == "Accept")
    }

    @Test(
        "a value with a line end or another control character except a tab is invalid",
        arguments: [
            ("plain", true), ("tab\there", true), ("日本", true), ("", true),
            ("a\r\nX: y", false), ("a\nb", false), ("nul\0", false), ("del\u{7F}", false),
        ]
    )
    func values(value: String, isValid: Bool) {
        #expect(HTTPField.isValidValue(value) == isValid)
        let request = request("https://example.com/", .get, [.accept: value])
        #expect(((try? request.validate()) != nil) == isValid)
    }

    @Test("values are compared by their bytes, so that requests with composed and decomposed letters differ")
    func canonicalEquivalence() {
        let (composed, decomposed) = ("\u{E9}", "e\u{301}")
        #expect(composed == decomposed)
        #expect(HTTPField(name: .accept, value: composed) != HTTPField(name: .accept, value: decomposed))
        let requests = [composed, decomposed].map { request("https://a.example", .get, [.accept: $0]) }
        #expect(Set(requests).count == 2)
    }

    @Test("a request has the origin of its current URL, and equality compares this URL")
    func origin() {
        var request = request("https://Example.com/a")
        #expect(request.origin?.description == "https://example.com:443")
        let before = request
        request.url = url("http://example.com:8080/b")
        #expect(request.origin?.description == "http://example.com:8080")
        #expect(request != before)
        #expect(Set([request, before]).count == 2)
        request.url = before.url
        #expect(request == before)
        #expect(Set([request, before]).count == 1)
        #expect(HTTPRequest(url: url("file:///tmp")).origin == nil)
    }

    @Test("fields keep their order, and a name may repeat")
    func fields() {
        var fields: HTTPFields = [.accept: "a", .link: "1", .eTag: "e"]
        fields.append(HTTPField(name: .link, value: "2"))
        #expect(fields[.link] == "1, 2")
        #expect(fields[values: .link] == ["1", "2"])
        fields[.link] = "3"
        #expect(fields.map(\.value) == ["a", "3", "e"])
        fields[.accept] = nil
        #expect(fields.map(\.name) == [.link, .eTag])
        #expect(fields[.age] == nil)
        #expect(HTTPFields(fields) == fields)
    }

    @Test(
        "a media type has no parameters and is in lower case",
        arguments: [
            ("application/json", "application/json"), ("Application/JSON; charset=UTF-8", "application/json"),
            (" text/html ;q=1", "text/html"), ("", ""),
        ]
    )
    func mediaTypes(field: String, type: String) {
        #expect(HTTPResponse(headerFields: [.contentType: field]).mediaType == type)
        #expect(HTTPResponse().mediaType == nil)
    }

    @Test("a method is a token")
    func methods() {
        #expect(HTTPRequest.Method("QUERY")?.description == "QUERY")
        #expect(HTTPRequest.Method("GET /") == nil)
    }

    @Test("a status of 200 is successful, 404 is not; the description contains the reason phrase, if it is known")
    func statuses() {
        #expect(HTTPResponse.Status.ok.isSuccessful)
        #expect(!HTTPResponse.Status.notFound.isSuccessful)
        #expect("\(HTTPResponse.Status.notFound) \(299 as HTTPResponse.Status)" == "404 Not Found 299")
    }

    @Test(
        "an origin is scheme, host and port",
        arguments: [
            ("https://API.example.com/a", "https://api.example.com:443"), ("http://[::1]:8080", "http://::1:8080"),
            ("http://example.com", "http://example.com:80"), ("file:///etc", nil), ("/relative", nil),
        ] as [(String, String?)]
    )
    func origins(text: String, origin: String?) {
        #expect(Origin(url(text))?.description == origin)
    }

    @Test(
        "a request that cannot be sent safely is rejected with an error that contains the reason",
        arguments: [
            ("ftp://example.com/", "scheme"), ("relative", "absolute"), ("http:///nohost", "host"),
            ("http://user:secret@example.com/", "user information"), ("http://example.com:99999/", "port"),
        ]
    )
    func invalidRequests(text: String, word: String) {
        let error = #expect(throws: NetworkError.self) { try request(text).validate() }
        #expect(error?.stage == .request)
        #expect(error?.description.contains(word) == true)
        #expect(error?.description.contains("secret") == false)
    }

    @Test("requests and responses are described without their secrets and bodies")
    func descriptions() {
        var request = request("https://a.example/x?q=swift&access_token=S3CRET", .post, [.authorization: "S3CRET"])
        request.body = Data("S3CRET".utf8)
        #expect(
            "\(request)" == "POST https://a.example/x?q=swift&access_token=REDACTED [Authorization: REDACTED], 6 bytes"
        )
        let fields: HTTPFields = ["Set-Cookie": "S3CRET", .contentType: "text/html"]
        let response = HTTPResponse(headerFields: fields, body: Data("x".utf8))
        #expect("\(response)" == "200 OK [Set-Cookie: REDACTED, Content-Type: text/html], 1 bytes, network")
    }

    @Test("a provenance describes source and age, and is cached if its source is a cache")
    func provenance() {
        #expect(Provenance.network.description == "network")
        #expect(Provenance(source: .disk, age: .seconds(12)).description == "disk, 12 s old")
        #expect(Provenance(source: .shared, age: .seconds(12)).description == "shared, 12 s old")
        #expect(Provenance(source: .memory).isCached)
        #expect(Provenance(source: .shared).isCached)
    }
}

@Suite("The framing of a response")
struct FramingTests {
    static let rows: [(fields: HTTPFields, isProblem: Bool)] = [
        ([:], false), ([.contentLength: "5"], false), ([.contentLength: "5", .contentLength: "5"], false),
        ([.contentLength: "5, 5"], false), ([.contentLength: "5,\t5 "], false),
        ([.contentLength: "5", .contentLength: "9"], true),
        ([.contentLength: "5, 9"], true), ([.contentLength: "5,"], true),
        ([.contentLength: "5", .contentLength: "05"], true),
    ]

    @Test("is ambiguous if Content-Length has different or malformed values", arguments: rows)
    func lengths(row: (fields: HTTPFields, isProblem: Bool)) {
        #expect((row.fields.framingProblem != nil) == row.isProblem)
    }
}
