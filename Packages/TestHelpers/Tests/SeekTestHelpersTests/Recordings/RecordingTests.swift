import Dispatch
import Foundation
import SeekBasics
import SeekNetworking
import Testing

@testable import SeekTestHelpers

@Suite("Recordings as HAR files")
struct RecordingTests {
    private func read(_ text: String) throws -> Recording {
        let folder = try TemporaryFolder()
        return try Recording(contentsOf: try folder.write(text, to: "a.har"))
    }

    @Test("a recording with text and binary bodies survives a round trip through HAR")
    func roundTrip() throws {
        let url = try #require(URL(string: "https://h.example/a?x=1&y=%E6%9D%B1"))
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        let bytes = Data([0, 0xFF, 0x80])
        let recording = Recording([
            .init(
                request: HTTPRequest(method: .post, url: url, headerFields: [.accept: "a", .accept: "b"], body: bytes),
                response: HTTPResponse(status: 201, headerFields: [.contentType: "image/png"], body: bytes),
                date: date
            ),
            .init(
                request: HTTPRequest(url: url),
                response: HTTPResponse(headerFields: [.contentType: "text/plain"], body: Data("東 \"京\"".utf8)),
                date: date
            ),
        ])
        let read = try Recording(har: recording.har)
        #expect(read == recording)
        let json = try JSONDecoder().decode(JSONValue.self, from: recording.har)
        #expect(json["log"]["version"] == "1.2")
        let entry = json["log"]["entries"][0]
        #expect(entry["startedDateTime"] == "2023-11-14T22:13:20Z")
        #expect(entry["request"]["queryString"][1] == ["name": "y", "value": "東"])
        #expect(entry["response"]["content"]["encoding"] == "base64")
        for name in ["cache", "timings", "time"] { #expect(!entry[name].isNull) }
    }

    @Test("reading a browser's HAR omits pseudo-fields, Content-Encoding, Content-Length and failed exchanges")
    func browser() throws {
        let recording = try read(
            #"""
            {"log": {"version": "1.2", "creator": {"name": "WebInspector", "version": "537"}, "pages": [], "entries": [
              {"startedDateTime": "2024-05-01T10:00:00.123Z", "time": 1.5, "_priority": "High",
               "request": {"method": "GET", "url": "https://h.example/a",
                 "headers": [{"name": ":method", "value": "GET"}, {"name": "accept", "value": "*/*"}],
                 "queryString": [], "cookies": [], "headersSize": -1, "bodySize": 0},
               "response": {"status": 200, "statusText": "", "headers": [{"name": "content-encoding", "value": "br"},
                 {"name": "content-length", "value": "3"}, {"name": "etag", "value": "x"}],
                 "content": {"size": 5, "mimeType": "text/plain", "text": "aGVsbG8=", "encoding": "base64"}}},
              {"request": {"method": "GET", "url": "https://h.example/blocked"}, "response": {"status": 0}},
              {"request": {"method": "GET", "url": "https://h.example/bodyless"},
               "response": {"status": 200, "content": {"size": 9}}},
              {"request": {"method": "GET", "url": "https://h.example/empty"}, "response": {"status": 204}}
            ]}}
            """#
        )
        #expect(recording.exchanges.map(\.request.url.lastPathComponent) == ["a", "bodyless", "empty"])
        let first = try #require(recording.exchanges.first)
        #expect(first.response.body == Data("hello".utf8))
        #expect(first.response.headerFields.map(\.name.rawName) == ["etag"])
        #expect(first.request.headerFields.count == 1)
        #expect(first.date != nil)
        #expect(recording.exchanges.map(\.hasBody) == [true, false, true])
    }

    @Test("an exchange without a response is written with status 0, and skipped when reading or replaying")
    func failed() throws {
        let url = try #require(URL(string: "https://h.example/a"))
        let recording = Recording([
            .init(request: HTTPRequest(url: url), failure: "reset"),
            .init(request: HTTPRequest(url: url), response: HTTPResponse(status: 204)),
        ])
        let entries = try JSONDecoder().decode(JSONValue.self, from: recording.har)["log"]["entries"]
        #expect(entries[0]["response"]["status"] == 0)
        #expect(entries[0]["comment"] == "reset")
        #expect(entries[1]["comment"].isNull)
        #expect(try Recording(har: recording.har).exchanges.map(\.response.status.code) == [204])
        #expect(Replay(recording).unused.count == 1)
    }

    private static let getRequest = #"{"method": "GET", "url": "https://h"}"#

    private static func entry(_ request: String, _ response: String = #"{"status": 200}"#) -> String {
        #"{"log": {"entries": [{"request": \#(request), "response": \#(response)}]}}"#
    }

    @Test(
        "the error for an invalid HAR contains the file and the problem",
        arguments: [
            ("{", "malformed"), (#"{"log": {}}"#, "at log.entries: it is missing"),
            (entry(#"{"method": "GET"}"#), "at log.entries[0].request.url: it is missing"),
            (entry(getRequest, "{}"), "at log.entries[0].response.status: it is missing"),
            (
                entry(getRequest, #"{"status": 200, "content": {"text": "*", "encoding": "rot13"}}"#),
                "'rot13' is not supported"
            ),
        ]
    )
    func invalidHAR(text: String, expected: String) {
        let error = #expect(throws: FixtureError.self) { try read(text) }
        #expect(error?.description.contains(expected) == true, "\(String(describing: error))")
        #expect(error?.description.contains("a.har is malformed") == true)
    }

    @Test("8 MB can be recorded; a file beyond the size limit, a missing file and an unwritable path throw errors")
    func sizes() throws {
        let folder = try TemporaryFolder()
        let url = try #require(URL(string: "https://h.example/big"))
        let body = Data(repeating: UInt8(ascii: "x"), count: 8 << 20)
        let big = Recording([.init(request: HTTPRequest(url: url), response: HTTPResponse(body: body))])
        try big.write(to: folder.file("deep/big.har"))
        let read = try Recording(contentsOf: folder.file("deep/big.har"))
        #expect(read.exchanges.first?.response.body.count == 8 << 20)
        let tooLarge = #expect(throws: FixtureError.self) {
            try Recording(contentsOf: folder.file("deep/big.har"), sizeLimit: 1 << 20)
        }
        #expect(tooLarge?.description.contains("more than the limit of 1048576") == true)
        let missing = #expect(throws: FixtureError.self) { try Recording(contentsOf: folder.file("none.har")) }
        #expect(missing?.description.contains("none.har cannot be read") == true)
        try folder.write("", to: "file")
        #expect(throws: PrivateFileError.self) { try big.write(to: folder.file("file/a.har")) }
    }
}

@Suite("RecordingLock")
struct RecordingLockTests {
    @Test("a failed attempt to acquire a lock does not release the lock of its holder")
    func contention() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("some.har")
        let holder = try RecordingLock(for: file)
        #expect(holder != nil)
        for _ in 0..<3 {
            let attempt = try RecordingLock(for: file)
            #expect(attempt == nil)
        }
        #expect(FileManager.default.fileExists(atPath: file.path + ".recording"))
        withExtendedLifetime(holder) {}
    }

    @Test("the lock can be acquired again after its release")
    func release() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("some.har")
        for _ in 0..<2 {
            let holder = try RecordingLock(for: file)
            #expect(holder != nil)
        }
        #expect(!FileManager.default.fileExists(atPath: file.path + ".recording"))
    }

    @Test("no thread acquires a lock file that another thread has removed")
    func removal() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("some.har")
        let holdersWithoutFile = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<5_000 {
                guard let holder = try? RecordingLock(for: file) else { continue }
                let exists = FileManager.default.fileExists(atPath: file.path + ".recording")
                if !exists { holdersWithoutFile.withLock { $0 += 1 } }
                withExtendedLifetime(holder) {}
            }
        }
        #expect(holdersWithoutFile.withLock { $0 } == 0)
    }
}
