#if os(Linux)
import Foundation
import SeekNetworking
import Testing

@testable import SeekCurlTransport

extension HeaderCollector {
    fileprivate mutating func receive(bytes: [UInt8]) -> Outcome {
        bytes.withUnsafeBytes { receive($0) }
    }
}

@Suite("Collecting header lines")
struct HeaderCollectorTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let lines: [String]
        let status: HTTPResponse.Status?
        let fields: [String]
    }

    static let rows: [Row] = [
        Row(testDescription: "no line", lines: [], status: nil, fields: []),
        Row(
            testDescription: "status, fields, end",
            lines: ["HTTP/1.1 200 OK", "A: 1", "B:2 ", ""],
            status: .ok,
            fields: ["A: 1", "B: 2"]
        ),
        Row(testDescription: "HTTP/2 without a reason phrase", lines: ["HTTP/2 204 ", ""], status: 204, fields: []),
        Row(testDescription: "neither reason phrase nor space", lines: ["HTTP/1.1 404", ""], status: 404, fields: []),
        Row(
            testDescription: "repeated fields are not merged and keep their order",
            lines: ["HTTP/1.1 200 OK", "Link: a", "X: -", "link: b", ""],
            status: .ok,
            fields: ["Link: a", "X: -", "link: b"]
        ),
        Row(testDescription: "an empty value", lines: ["HTTP/1.1 200 OK", "A:", ""], status: .ok, fields: ["A: "]),
        Row(
            testDescription: "blocks of interim responses and proxies are discarded",
            lines: [
                "HTTP/1.1 103 Early Hints", "Link: x", "", "HTTP/1.1 200 Connected", "P: y", "", "HTTP/2 200", "A: 1",
                "",
            ],
            status: 200,
            fields: ["A: 1"]
        ),
        Row(
            testDescription: "trailers are discarded",
            lines: ["HTTP/1.1 200 OK", "A: 1", "", "X-Trailer: 2", ""],
            status: .ok,
            fields: ["A: 1"]
        ),
        Row(
            testDescription: "a folded line is appended to the previous field",
            lines: ["HTTP/1.1 200 OK", "A: 1", " 2", "\t3", ""],
            status: .ok,
            fields: ["A: 1 2 3"]
        ),
        Row(
            testDescription: "a blank folded line does not end the block",
            lines: ["HTTP/1.1 200 OK", "A: 1", " ", "\t ", "B: 2", ""],
            status: .ok,
            fields: ["A: 1", "B: 2"]
        ),
        Row(
            testDescription: "a folded line after the status line is ignored",
            lines: ["HTTP/1.1 200 OK", " A: 1", "B: 2", ""],
            status: .ok,
            fields: ["B: 2"]
        ),
        Row(
            testDescription: "lines that are not fields are ignored",
            lines: ["HTTP/1.1 200 OK", "no colon", ": no name", "bad name: x", "A: b: c", ""],
            status: .ok,
            fields: ["A: b: c"]
        ),
        Row(testDescription: "a line before any status", lines: ["A: 1"], status: nil, fields: []),
        Row(
            testDescription: "invalid status line",
            lines: ["HTTP/1.1 abc", "HTTP/1.1 20", "HTTP/1.1", ""],
            status: nil,
            fields: []
        ),
    ]

    @Test("lines are parsed into a status and fields", arguments: rows)
    func blocks(row: Row) {
        var collector = HeaderCollector()
        for line in row.lines { _ = collector.receive(bytes: Array("\(line)\r\n".utf8)) }
        #expect(collector.status == row.status)
        #expect(collector.fields.map { "\($0.name): \($0.value)" } == row.fields)
        #expect(collector.hasFinalResponse == (row.status != nil))
    }

    @Test("completion is reported once, for the final block only")
    func completion() {
        var collector = HeaderCollector()
        let lines = ["HTTP/1.1 100 Continue", "", "HTTP/1.1 200 OK", "A: 1", ""]
        #expect(
            lines.map { collector.receive(bytes: Array("\($0)\r\n".utf8)) == .complete } == [
                false, false, false, false, true,
            ]
        )
    }

    @Test("values that are not UTF-8 are decoded as ISO 8859-1")
    func latin1() {
        var collector = HeaderCollector()
        _ = collector.receive(bytes: Array("HTTP/1.1 200 OK\r\n".utf8))
        _ = collector.receive(bytes: Array("A: Z".utf8) + [0xFC] + Array("rich\r\n".utf8))
        #expect(collector.fields.first?.value == "Zürich")
    }

    /// Lines that a server repeats without end, each with the lines that precede it.
    static let endless: [(line: String, start: [String])] = [
        ("A: 1\r\n", ["HTTP/1.1 200 OK\r\n"]), (" folded\r\n", ["HTTP/1.1 200 OK\r\n"]),
        ("HTTP/1.1 103 Early Hints\r\n", ["HTTP/1.1 200 OK\r\n"]),
        ("X-Trailer: 1\r\n", ["HTTP/1.1 200 OK\r\n", "\r\n"]),
    ]

    @Test("lines of any kind are rejected once they exceed the size limit", arguments: endless)
    func tooLarge(row: (line: String, start: [String])) {
        var collector = HeaderCollector(maximumSize: 1_000, maximumLineCount: .max)
        for line in row.start { _ = collector.receive(bytes: Array(line.utf8)) }
        var count = row.start.joined().utf8.count
        var outcome = HeaderCollector.Outcome.collecting
        while outcome == .collecting {
            outcome = collector.receive(bytes: Array(row.line.utf8))
            count += row.line.utf8.count
        }
        #expect(outcome == .tooLarge("the header fields are larger than 1000 bytes"))
        // The last line was the first that exceeds the limit.
        #expect((1_001...1_000 + row.line.utf8.count).contains(count))
    }

    @Test("lines of any kind are rejected once they exceed the count limit", arguments: endless)
    func tooMany(row: (line: String, start: [String])) {
        var collector = HeaderCollector(maximumSize: .max, maximumLineCount: 10)
        for line in row.start { _ = collector.receive(bytes: Array(line.utf8)) }
        for _ in row.start.count..<10 {
            let outcome = collector.receive(bytes: Array(row.line.utf8))
            #expect(outcome == .collecting)
        }
        let outcome = collector.receive(bytes: Array(row.line.utf8))
        #expect(outcome == .tooLarge("there are more than 10 header lines"))
    }
}
#endif
