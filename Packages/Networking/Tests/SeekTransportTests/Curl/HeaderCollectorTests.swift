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

@Suite("Header lines become status and fields")
struct HeaderCollectorTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let lines: [String]
        let status: HTTPResponse.Status?
        let fields: [String]
    }

    static let rows: [Row] = [
        Row(testDescription: "nothing yet", lines: [], status: nil, fields: []),
        Row(
            testDescription: "a plain block",
            lines: ["HTTP/1.1 200 OK", "A: 1", "B:2 ", ""],
            status: .ok,
            fields: ["A: 1", "B: 2"]
        ),
        Row(testDescription: "HTTP/2 has no phrase", lines: ["HTTP/2 204 ", ""], status: 204, fields: []),
        Row(testDescription: "no phrase and no space", lines: ["HTTP/1.1 404", ""], status: 404, fields: []),
        Row(
            testDescription: "repeated names stay apart, in order",
            lines: ["HTTP/1.1 200 OK", "Link: a", "X: -", "link: b", ""],
            status: .ok,
            fields: ["Link: a", "X: -", "link: b"]
        ),
        Row(testDescription: "an empty value", lines: ["HTTP/1.1 200 OK", "A:", ""], status: .ok, fields: ["A: "]),
        Row(
            testDescription: "informational and proxy blocks are forgotten",
            lines: [
                "HTTP/1.1 103 Early Hints", "Link: x", "", "HTTP/1.1 200 Connected", "P: y", "", "HTTP/2 200", "A: 1",
                "",
            ],
            status: 200,
            fields: ["A: 1"]
        ),
        Row(
            testDescription: "trailers are left out",
            lines: ["HTTP/1.1 200 OK", "A: 1", "", "X-Trailer: 2", ""],
            status: .ok,
            fields: ["A: 1"]
        ),
        Row(
            testDescription: "a folded line belongs to the one before",
            lines: ["HTTP/1.1 200 OK", "A: 1", " 2", "\t3", ""],
            status: .ok,
            fields: ["A: 1 2 3"]
        ),
        Row(
            testDescription: "a line of blanks does not end the block",
            lines: ["HTTP/1.1 200 OK", "A: 1", " ", "\t ", "B: 2", ""],
            status: .ok,
            fields: ["A: 1", "B: 2"]
        ),
        Row(
            testDescription: "a folded line behind the status line is ignored",
            lines: ["HTTP/1.1 200 OK", " A: 1", "B: 2", ""],
            status: .ok,
            fields: ["B: 2"]
        ),
        Row(
            testDescription: "lines that are no fields are passed over",
            lines: ["HTTP/1.1 200 OK", "no colon", ": no name", "bad name: x", "A: b: c", ""],
            status: .ok,
            fields: ["A: b: c"]
        ),
        Row(testDescription: "a line before any status", lines: ["A: 1"], status: nil, fields: []),
        Row(
            testDescription: "no status",
            lines: ["HTTP/1.1 abc", "HTTP/1.1 20", "HTTP/1.1", ""],
            status: nil,
            fields: []
        ),
    ]

    @Test("blocks of lines", arguments: rows)
    func blocks(row: Row) {
        var collector = HeaderCollector()
        for line in row.lines { _ = collector.receive(bytes: Array("\(line)\r\n".utf8)) }
        #expect(collector.status == row.status)
        #expect(collector.fields.map { "\($0.name): \($0.value)" } == row.fields)
        #expect(collector.hasFinalResponse == (row.status != nil))
    }

    @Test("lines seen before mean what they meant")
    func knownLines() {
        let known = HeaderLineCache()
        var generator = SystemRandomNumberGenerator()
        let long = "X-Long: " + String(repeating: "x", count: 600)
        let pool = [
            "A: 1", "A: 12", "A: 2", "a: 1", "B:1", " folded", "no colon", "Date: now", long, "HTTP/1.1 204", "",
        ]
        for _ in 0..<500 {
            let count = Int.random(in: 0..<40, using: &generator)
            let lines =
                ["HTTP/1.1 200 OK"] + (0..<count).compactMap { _ in pool.randomElement(using: &generator) } + [""]
            var (fresh, knowing) = (HeaderCollector(), HeaderCollector(known: known))
            for line in lines {
                let bytes = Array("\(line)\r\n".utf8)
                let outcomes = (fresh.receive(bytes: bytes), knowing.receive(bytes: bytes))
                #expect(outcomes.0 == outcomes.1)
            }
            #expect(fresh.status == knowing.status)
            #expect(Array(fresh.fields.map(\.name.rawName)) == Array(knowing.fields.map(\.name.rawName)))
            #expect(fresh.fields == knowing.fields)
        }
    }

    @Test("a line that stands where it stood is not read again")
    func notReadAgain() {
        let known = HeaderLineCache()
        func meaning(_ line: String, at place: Int, reads: inout Int) -> HTTPField? {
            Array(line.utf8).withUnsafeBytes { bytes in
                known.field(of: bytes, at: place) { _ in
                    reads += 1
                    return HTTPField(name: .date, value: line)
                }
            }
        }
        var reads = 0
        for line in ["a", "a", "b", "b", "b", "a"] {
            let field = meaning(line, at: 0, reads: &reads)
            #expect(field?.value == line)
        }
        #expect(reads == 3)
    }

    @Test(
        "no more lines are kept than the limits allow",
        arguments: [(0, 512, 1), (31, 512, 1), (31, 513, 2), (32, 10, 2)]
    )
    func keptLines(place: Int, length: Int, reads: Int) {
        let known = HeaderLineCache()
        var count = 0
        func read(_ place: Int, length: Int) {
            _ = [UInt8](repeating: 0x61, count: length).withUnsafeBytes { bytes in
                known.field(of: bytes, at: place) { _ in
                    count += 1
                    return HTTPField(name: .date, value: "x")
                }
            }
        }
        for before in 0..<place { read(before, length: 1) }
        count = 0
        for _ in 0..<2 { read(place, length: length) }
        #expect(count == reads)
    }

    @Test("a status line that comes again is not read again, unless it is long", arguments: [(512, 1), (513, 2)])
    func keptStatus(length: Int, reads: Int) {
        let known = HeaderLineCache()
        var count = 0
        for _ in 0..<2 {
            let status = [UInt8](repeating: 0x61, count: length).withUnsafeBytes { bytes in
                known.status(of: bytes) { _ in
                    count += 1
                    return .ok
                }
            }
            #expect(status == .ok)
        }
        #expect(count == reads)
    }

    @Test("the end of the final block is told once; an informational one is not final")
    func completion() {
        var collector = HeaderCollector()
        let lines = ["HTTP/1.1 100 Continue", "", "HTTP/1.1 200 OK", "A: 1", ""]
        #expect(
            lines.map { collector.receive(bytes: Array("\($0)\r\n".utf8)) == .complete } == [
                false, false, false, false, true,
            ]
        )
    }

    @Test("bytes that are not UTF-8 are read as ISO 8859-1")
    func latin1() {
        var collector = HeaderCollector()
        _ = collector.receive(bytes: Array("HTTP/1.1 200 OK\r\n".utf8))
        _ = collector.receive(bytes: Array("A: Z".utf8) + [0xFC] + Array("rich\r\n".utf8))
        #expect(collector.fields.first?.value == "Zürich")
    }

    static let endless: [(line: String, start: String)] = [
        ("A: 1\r\n", "HTTP/1.1 200 OK\r\n"), (" folded\r\n", "HTTP/1.1 200 OK\r\n"),
        ("HTTP/1.1 103 Early Hints\r\n", "HTTP/1.1 200 OK\r\n"), ("X-Trailer: 1\r\n", "\r\n"),
    ]

    @Test("too many bytes are refused, whatever lines they come in", arguments: endless)
    func tooLarge(row: (line: String, start: String)) {
        let limits = HeaderCollector.Limits(size: 1_000, lineCount: .max)
        var collector = HeaderCollector(limits: limits)
        _ = collector.receive(bytes: Array(row.start.utf8))
        var count = row.start.utf8.count
        var outcome = HeaderCollector.Outcome.collecting
        while outcome == .collecting {
            outcome = collector.receive(bytes: Array(row.line.utf8))
            count += row.line.utf8.count
        }
        #expect(outcome == .tooLarge("the header fields are larger than 1000 bytes"))
        #expect((limits.size + 1...limits.size + row.line.utf8.count).contains(count))
    }

    @Test("too many lines are refused, whatever they hold", arguments: endless)
    func tooMany(row: (line: String, start: String)) {
        var collector = HeaderCollector(limits: .init(size: .max, lineCount: 10))
        _ = collector.receive(bytes: Array(row.start.utf8))
        for _ in 0..<9 {
            let outcome = collector.receive(bytes: Array(row.line.utf8))
            #expect(outcome == .collecting)
        }
        let outcome = collector.receive(bytes: Array(row.line.utf8))
        #expect(outcome == .tooLarge("there are more than 10 header lines"))
    }
}
#endif
