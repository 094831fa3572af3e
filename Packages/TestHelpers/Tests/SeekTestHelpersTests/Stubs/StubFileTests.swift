import Foundation
import SeekNetworking
import SeekTestHelpers
import Testing

/// With `callSite: nil`, a transport does not report unmatched requests as failures of the test.
@Suite("Stubs loaded from a JSON file")
struct StubFileTests {
    private func stubs(_ text: String) throws -> [Stub] {
        let folder = try TemporaryFolder()
        try folder.write(text, to: "stubs.json")
        return try load(.stubs("stubs"), from: Fixtures(root: folder.url))
    }

    @Test("stubs from a file match and respond like stubs declared in code")
    func responses() async throws {
        let transport = StubTransport(
            try stubs(
                #"""
                [{"url": "/users/{user}", "matches": {"page": "1*"}, "headers": {"Accept": "a"},
                  "response": {"status": 201, "headers": {"ETag": "x"}, "json": {"a": 1}}},
                 {"method": "POST", "url": "/b?x=1", "query": "exactly", "body": {"a": 1}, "response": {"text": "b", "delay": 0.001}},
                 {"url": "/file", "response": {"file": "youtube/search", "setting": {"items": []}, "headers": {"ETag": "y"}}},
                 {"url": "/turns", "response": [{"text": "1"}, {"fault": "reset"}]}, {"url": "/bare"},
                 {"method": "*", "url": "/any"}]
                """#
            ),
            callSite: nil
        )
        let users = try await send(transport, "https://h/users/o?page=1", headers: [.accept: "a"]).get()
        #expect(users.status.code == 201)
        #expect(users.headerFields[.eTag] == "x")
        #expect(users.body == Data(#"{"a":1}"#.utf8))
        #expect(await send(transport, "https://h/users/o?page=x", headers: [.accept: "a"]).failure != nil)
        let response = try await send(transport, "https://h/b?x=1", method: .post, body: #"{"a": 1, "b": 2}"#).get()
        #expect(response.body == Data("b".utf8))
        #expect(response.mediaType == "text/plain")
        let file = try await send(transport, "https://h/file").get()
        #expect(String(decoding: file.body, as: UTF8.self).contains(#""items":[]"#))
        #expect(file.headerFields[.eTag] == "y")
        #expect(await send(transport, "https://h/turns").text == "1")
        #expect(await send(transport, "https://h/turns").failure?.stage == .transport)
        #expect(await send(transport, "https://h/bare").text == "{}")
        #expect(await send(transport, "https://h/any").text == "{}")
    }

    @Test("a response whose json is null has the body null")
    func nullResponse() async throws {
        let transport = StubTransport(try stubs(#"{"url": "/a", "response": {"json": null}}"#), callSite: nil)
        #expect(await send(transport, "https://h/a").text == "null")
    }

    @Test("a stub with the body null matches only requests with the body null")
    func nullCondition() async throws {
        let transport = StubTransport(try stubs(#"{"method": "POST", "url": "/a", "body": null}"#), callSite: nil)
        #expect(await send(transport, "https://h/a", method: .post, body: "null").failure == nil)
        #expect(await send(transport, "https://h/a", method: .post, body: "{}").failure != nil)
    }

    @Test(
        "the error for an invalid stub file describes the faulty value",
        arguments: [
            ("{", "fixture stubs is malformed"), ("7", "it is not an object"),
            ("{}", "at url: a URL or a path is missing"),
            (#"[{"url": "/a"}, {"urll": 1}]"#, "at [1].urll: it is not known; did you mean 'url'?"),
            (#"{"url": "/{a"}"#, "at url: '{a' is not valid"),
            (#"{"url": "/a", "method": "G T"}"#, "at method: it is not a method"),
            (#"{"url": "/a", "query": "some"}"#, "at query: it must be 'containing' or 'exactly'"),
            (#"{"url": "/a", "headers": {"a b": "c"}}"#, "it is not a header field"),
            (#"{"url": "/a", "matches": {"q": 7}}"#, "at matches.q: it is not a string"),
            (
                #"{"url": "/a", "response": {"delay": 1e300}}"#,
                "at response.delay: it must be a number of seconds from 0 to 3600"
            ),
            (#"{"url": "/a", "response": {"delay": -0.5}}"#, "at response.delay"),
            (#"{"url": "/a", "response": {"delay": "2"}}"#, "at response.delay"),
            (#"{"url": "/a", "response": [{"delay": 3600}, {"delay": 3601}]}"#, "at response[1].delay"),
            (
                #"{"url": "/a", "response": {"status": 1e300}}"#,
                "at response.status: it must be a number from 200 to 999"
            ),
            (#"{"url": "/a", "response": {"status": "404"}}"#, "at response.status"),
            (#"{"url": "/\#(String(repeating: "a", count: 2_048))"}"#, "at url: it is longer than 2048 bytes"),
            (#"{"url": "/a", "response": {"fault": "fire"}}"#, "at response.fault: it must be one of badChunk"),
            (
                #"{"url": "/a", "response": {"text": "b", "file": "c"}}"#,
                "at response: it has text and file, of which only one is allowed"
            ),
            (#"{"url": "/a", "response": [{"json": {}, "fault": "reset"}]}"#, "at response[0]: it has json and fault"),
            (#"{"url": "/a", "response": {"json": null, "text": "b"}}"#, "at response: it has json and text"),
            (
                #"{"url": "/a", "response": {"fault": "reset", "status": 404}}"#,
                "at response.status: it cannot be combined with 'fault'"
            ),
            (#"{"url": "/a", "response": {"setting": {"a": 1}}}"#, "at response.setting: it requires 'file'"),
            (#"{"url": "/a", "response": {"text": 7}}"#, "at response.text: it is not a string"),
            (#"{"url": "/a", "response": {"file": "b", "setting": 7}}"#, "at response.setting: it is not an object"),
            (#"{"url": "/a", "headers": ["b"]}"#, "at headers: it is not an object"),
            (#"{"url": "/a", "method": 7}"#, "at method: it is not a string"),
            (#"{"url": "/a", "response": [{"jsn": 1}]}"#, "at response[0].jsn: it is not known; did you mean 'json'?"),
        ]
    )
    func invalidFile(text: String, expected: String) {
        let error = #expect(throws: FixtureError.self) { try stubs(text) }
        #expect(error?.description.contains(expected) == true, "\(String(describing: error))")
    }

    @Test(
        "the default body is an empty JSON object, or empty for statuses without content",
        arguments: [
            (#"{"status": 204}"#, ""), (#"{"status": 205, "headers": {"ETag": "x"}}"#, ""), (#"{"status": 304}"#, ""),
            (#"{"status": 204, "json": {"a": 1}}"#, #"{"a":1}"#), (#"{"status": 404}"#, "{}"),
        ]
    )
    func withoutContent(response: String, body: String) async throws {
        let transport = StubTransport(try stubs(#"{"url": "/a", "response": \#(response)}"#))
        let received = try await send(transport, "https://h/a").get()
        #expect(String(decoding: received.body, as: UTF8.self) == body)
        #expect((received.headerFields[.contentType] == nil) == body.isEmpty)
    }

    @Test("response files of loaded stubs are located from the calling source file")
    func responseFiles() async throws {
        let folder = try TemporaryFolder()
        try folder.write(#"[{"url": "/a", "response": {"file": "own"}}]"#, to: "Fixtures/stubs.json")
        try folder.write(#"{"own": true}"#, to: "Fixtures/own.json")
        let caller = folder.path(of: "Tests/CallerTests.swift")
        let transport = StubTransport(try load(.stubs("stubs", filePath: caller), filePath: caller))
        #expect(await send(transport, "https://h/a").text == #"{"own": true}"#, "\(transport.problems)")
    }
}
