import Foundation
import SeekModels
import SeekTestHelpers
import Testing

/// An object with the member `v`, whose value has any type.
private struct Box<Value: Decodable & Equatable>: Decodable, Equatable {
    var v: Value
}

/// A value that is not read.
private struct Unread: Decodable {
    init(from decoder: any Decoder) {}
}

@Suite("JSON")
struct JSONTests {
    func value<Value: Decodable & Equatable>(_ type: Value.Type, _ text: String) -> Value? {
        (try? ModelDecoder().decode(Box<Value>.self, from: Data("{\"v\":\(text)}".utf8)))?.v
    }

    @Test("Numbers and Booleans are decoded exactly, or are errors if they do not fit the type")
    func numbers() {
        #expect(value(Int.self, "9223372036854775807") == .max)
        #expect(value(Int.self, "-9223372036854775808") == .min)
        #expect(value(Int.self, "9223372036854775808") == nil)
        #expect(value(Int.self, "1e400") == nil)
        #expect(value(Int.self, "1.0") == 1)
        #expect(value(Int.self, "1e3") == 1000)
        #expect(value(Int.self, "1.5") == nil)
        #expect(value(Int.self, "9007199254740993.0") == 9_007_199_254_740_993)
        #expect(value(Int.self, "9.223372036854775808e18") == nil)
        #expect(value(Int.self, "1e19") == nil)
        #expect(value(Int.self, "-1.50e1") == -15)
        #expect(value(Int.self, "-0.0e99999999999999999999") == 0)
        #expect(value(Int.self, "-0") == 0)
        #expect(value(Int64.self, "4294967296") == 4_294_967_296)
        #expect(value(UInt8.self, "255") == 255)
        #expect(value(UInt8.self, "256") == nil)
        #expect(value(Int8.self, "-128") == -128)
        #expect(value(Int16.self, "1") == 1)
        #expect(value(Int32.self, "1") == 1)
        #expect(value(UInt.self, "1") == 1)
        #expect(value(UInt16.self, "1") == 1)
        #expect(value(UInt32.self, "1") == 1)
        #expect(value(UInt64.self, "-1") == nil)
        #expect(value(Double.self, "-1.25e2") == -125)
        #expect(value(Float.self, "0.5") == 0.5)
        #expect(value(Double.self, "1e999") == nil)
        #expect(value(Double.self, "\"1\"") == nil)
        #expect(value(Bool.self, "true") == true)
        #expect(value(Bool.self, "1") == nil)
    }

    @Test("Strings are unescaped")
    func strings() {
        #expect(value(String.self, #""a\"\\\/\b\f\n\r\t""#) == "a\"\\/\u{8}\u{c}\n\r\t")
        #expect(value(String.self, #""\u3042\uD83D\uDE00\u0000""#) == "あ😀\0")
        #expect(value(String.self, "\"東京\"") == "東京")
    }

    @Test("An unpaired surrogate makes a string invalid, but not the document")
    func unpairedSurrogates() throws {
        let page = Data(#"{"items":[{"id":"\uD83D"},{"id":"\uDE00x"},{"id":"ok","snippet":{"title":"\uD83Dx"}}]}"#.utf8)
        let list = try ModelDecoder().decode(YouTubeListPage<YouTubeVideo>.self, from: page)
        #expect(list.items.map(\.id) == ["ok"])
        #expect(list.items[0].title == nil)
        #expect(
            list.skipped.map(\.description)
                == ["items[0].id: has an unpaired surrogate", "items[1].id: has an unpaired surrogate"]
        )
    }

    @Test("Keys may be escaped")
    func escapedKeys() throws {
        #expect(try ModelDecoder().decode(Box<Int>.self, from: Data(#"{"\u0076":1,"v":2}"#.utf8)).v == 1)
    }

    @Test("The first value of a repeated key is used")
    func repeatedKeys() throws {
        let pairs = try ModelDecoder().decode([String: Int].self, from: Data(#"{"a":1,"b":2,"a":3}"#.utf8))
        #expect(pairs == ["a": 1, "b": 2])
    }

    @Test("Nested arrays and objects are decoded, and are errors if the type does not match")
    func containers() {
        #expect(value([[Int]].self, "[[1,2],[],[3]]") == [[1, 2], [], [3]])
        #expect(value([Int?].self, "[1,null,3]") == [1, nil, 3])
        #expect(value([String: [String: Bool]].self, #"{"a":{"b":true},"c":{}}"#) == ["a": ["b": true], "c": [:]])
        #expect(value(Int?.self, "null") == .some(nil))
        #expect(value([Int].self, "{}") == nil)
        #expect(value([String: Int].self, "[]") == nil)
    }

    @Test("512 levels of nesting are valid, whatever they contain", arguments: ["", "1", "\"a\"", "null"])
    func deepNesting(content: String) {
        let text = String(repeating: "[", count: 512) + content + String(repeating: "]", count: 512)
        #expect(throws: Never.self) { try ModelDecoder().decode(Unread.self, from: Data(text.utf8)) }
    }

    @Test(
        "Invalid JSON, or nesting of more than 512 levels, is an error",
        // `JSONDecoder` of Swift 6.3 on Linux traps on the last document of 513 brackets.
        arguments: [
            "", " ", "{", "}", "[1,]", "{\"a\":}", "{\"a\" 1}", "{a:1}", "{\"a\":1,}", "01", "1.", ".5", "+1", "1e",
            "-", "nul", "tru", "\"a", "\"\\x\"", "\"\\u12\"", "\"\n\"", "[1] 2", "'a'", "NaN", "[1 2]", "\u{1}",
            "\0", "[\0]", "\u{FEFF}", "{\"a\":\"\0\"}", String(repeating: "{\"a\":", count: 513),
            String(repeating: "[", count: 513) + String(repeating: "]", count: 513),
            String(repeating: "[", count: 60_000), String(repeating: "[", count: 513),
        ]
    )
    func malformed(text: String) {
        #expect { try ModelDecoder().decode(Unread.self, from: Data(text.utf8)) } throws: {
            "\($0)".hasPrefix("the document is not valid JSON: line ")
        }
    }

    @Test("The error of an invalid document describes the place and the problem")
    func place() {
        #expect(throws: ModelError(path: "", reason: "is not valid JSON: line 2, column 4: it ends too early")) {
            try ModelDecoder().decode([Int].self, from: Data("[1,\n  2".utf8))
        }
    }

    @Test("Each part of a response without its end is an error")
    func truncated() throws {
        let text = String(decoding: try load(.bytes("youtube/search.json")), as: UTF8.self)
        let page = Data(text.trimmingCharacters(in: .whitespacesAndNewlines).utf8)
        for count in stride(from: 0, to: page.count, by: 7) {
            #expect(throws: ModelError.self) {
                try ModelDecoder().decode(YouTubeSearchPage.self, from: Data(page.prefix(count)))
            }
        }
    }

    @Test("Numbers with 100,000 digits or a huge exponent are decoded as a `Double`, or are errors")
    func hugeNumbers() {
        let digits = String(repeating: "9", count: 100_000)
        #expect(value(Int.self, digits) == nil)
        #expect(value(Double.self, digits) == nil)
        #expect(value(Double.self, "1e\(digits)") == nil)
        #expect(value(Double.self, "0.\(digits)") == 1)
    }

    @Test("An id out of range is reported with its path")
    func idOutOfRange() throws {
        let text = #"[{"id":9223372036854775808,"html_url":"https://github.com/o/r"}]"#
        let page = try ModelDecoder().decode(GitHubListPage<GitHubRepository>.self, from: Data(text.utf8))
        #expect(page.skipped.map(\.description) == ["[0].id: is not an integer in the expected range"])
    }

    @Test("Invalid UTF-8 is an error, also in a value that is not read")
    func invalidUTF8() {
        #expect(throws: ModelError.self) {
            try ModelDecoder().decode(Unread.self, from: Data([0x5B, 0x22, 0xFF, 0x22, 0x5D]))
        }
    }

    @Test("A byte order mark is skipped, and UTF-16 requires one")
    func byteOrderMark() throws {
        #expect(try ModelDecoder().decode([Int].self, from: Data([0xFF, 0xFE, 0x5B, 0, 0x31, 0, 0x5D, 0])) == [1])
        #expect(throws: ModelError.self) {
            try ModelDecoder().decode([Int].self, from: Data([0x5B, 0, 0x31, 0, 0x5D, 0]))
        }
        #expect(try ModelDecoder().decode([Int].self, from: Data([0xEF, 0xBB, 0xBF, 0x5B, 0x31, 0x5D])) == [1])
    }
}

@Suite("Random mutations of responses")
struct MutationTests {
    static let files = [
        "youtube/search", "youtube/search_mixed_kinds", "youtube/videos", "youtube/channels", "youtube/playlist_items",
        "github/search_repositories", "github/search_issues", "github/search_code", "github/search_commits",
        "github/user_repos", "youtube/error_key_invalid", "github/error_validation",
    ]

    /// Returns a value with a random change: a member is deleted, an element is repeated, or a value is replaced, for
    /// example with null, a value of another type, a deeply nested array or a very large number.
    static func mutate(_ value: JSONValue, _ random: inout SeededGenerator) -> JSONValue {
        if Int.random(in: 0..<6, using: &random) > 0 {
            if let array = value.array, !array.isEmpty {
                var array = array
                let index = Int.random(in: 0..<array.count, using: &random)
                if Int.random(in: 0..<8, using: &random) == 0 {
                    array.append(array[index])
                } else {
                    array[index] = mutate(array[index], &random)
                }
                return .array(array)
            }
            if let object = value.object, let key = object.names.sorted().randomElement(using: &random) {
                var object = object
                object[key] = Int.random(in: 0..<8, using: &random) == 0 ? nil : mutate(object[key] ?? .null, &random)
                return .object(object)
            }
        }
        var nested: JSONValue = value
        for _ in 0..<40 { nested = .array([nested]) }
        let replacements: [JSONValue] = [
            .null, "", "text", -1, 1e300, 0.5, .bool(true), [], [:], nested, ["": value], "https://", "\u{0}",
            "9999999999999999999",
        ]
        return replacements.randomElement(using: &random) ?? .null
    }

    @Test("Each item of a mutated page is decoded or reported as skipped", arguments: files)
    func values(file: String) throws {
        let original = try JSONDecoder().decode(JSONValue.self, from: load(.bytes("\(file).json")))
        var random = SeededGenerator(seed: UInt64(file.utf8.count))
        for _ in 0..<100 {
            var changed = original
            for _ in 0..<Int.random(in: 1...4, using: &random) { changed = Self.mutate(changed, &random) }
            try check(changed.data, count: (changed["items"].array ?? changed.array)?.count)
        }
    }

    /// Decodes a response as several models, and expects that each element is either an item or a skipped item.
    ///
    /// - Parameter count: The number of elements; nil if the response has no array of items.
    private func check(_ data: Data, count: Int?) throws {
        // A mutated response may be invalid for any model; decoding it must not crash.
        _ = try? ModelDecoder().decode(YouTubeErrorEnvelope.self, from: data)
        _ = try? ModelDecoder().decode(GitHubErrorEnvelope.self, from: data)
        if let page = try? ModelDecoder().decode(YouTubeSearchPage.self, from: data) {
            #expect(page.items.count + page.skipped.count == count)
            #expect(page.items.allSatisfy { !$0.id.isEmpty })
        }
        if let page = try? ModelDecoder().decode(YouTubeListPage<YouTubeVideo>.self, from: data) {
            // A page without `items` is empty.
            #expect(page.items.count + page.skipped.count == count ?? 0)
        }
        if let page = try? ModelDecoder().decode(GitHubSearchPage<GitHubIssue>.self, from: data) {
            #expect(page.items.count + page.skipped.count == count)
        }
        if let page = try? ModelDecoder().decode(GitHubListPage<GitHubRepository>.self, from: data) {
            #expect(page.items.count + page.skipped.count == count)
        }
    }

    /// Returns the positions of the members of all objects: the key with its quotation marks, and the start of the
    /// value.
    static func members(of bytes: [UInt8]) -> [(key: Range<Int>, value: Int)] {
        var (members, index) = ([(key: Range<Int>, value: Int)](), 0)
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "\"") else {
                index += 1
                continue
            }
            let start = index
            index += 1
            while bytes[index] != UInt8(ascii: "\"") { index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1 }
            index += 1
            let afterKey = bytes[index...].drop { $0 <= 0x20 }
            guard afterKey.first == UInt8(ascii: ":") else { continue }
            members.append((start..<index, afterKey.dropFirst().drop { $0 <= 0x20 }.startIndex))
        }
        return members
    }

    @Test(
        "Each item with an unpaired surrogate, an out-of-range number or a repeated key is decoded or skipped",
        arguments: files
    )
    func invalidValues(file: String) throws {
        let original = [UInt8](try load(.bytes("\(file).json")))
        let response = try JSONDecoder().decode(JSONValue.self, from: Data(original))
        let count = (response["items"].array ?? response.array)?.count
        var random = SeededGenerator(seed: 11 + UInt64(file.utf8.count))
        let members = Self.members(of: original).filter { original[$0.key] != ArraySlice("\"items\"".utf8) }
        for _ in 0..<100 {
            guard let (key, value) = members.randomElement(using: &random) else { return }
            var bytes = original
            // The end of a number: `,`, `}`, `]` or a line feed.
            let end = bytes[value...].firstIndex { [0x2C, 0x7D, 0x5D, 0x0A].contains($0) } ?? bytes.count
            switch bytes[value] {
            case UInt8(ascii: "\"") where Bool.random(using: &random):
                bytes.insert(contentsOf: "\\uD83D".utf8, at: value + 1)
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                let outOfRange =
                    ["1e999", "-1e999", "99999999999999999999999", "1e-999"].randomElement(using: &random) ?? ""
                bytes.replaceSubrange(value..<end, with: outOfRange.utf8)
            default:
                let repeatedMember =
                    Array(bytes[key]) + Array([":7,", ":null,", ":{},"].randomElement(using: &random)?.utf8 ?? "".utf8)
                bytes.insert(contentsOf: repeatedMember, at: key.lowerBound)
            }
            try check(Data(bytes), count: count)
        }
    }

    @Test("Randomly changed bytes are decoded or rejected; each item is decoded or skipped", arguments: files)
    func bytes(file: String) throws {
        let original = try load(.bytes("\(file).json"))
        var random = SeededGenerator(seed: 7 + UInt64(file.utf8.count))
        let pieces: [[UInt8]] = ["\"", "\\", "{", "}", "[", "]", ",", ":", "\\uD800", "1e999", "\"a\":1,", "null"].map {
            Array($0.utf8)
        }
        for _ in 0..<100 {
            var bytes = [UInt8](original)
            let index = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.removeSubrange(index..<min(index + Int.random(in: 1...40, using: &random), bytes.count))
            case 2: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: index)
            default: bytes.removeLast(bytes.count - index)
            }
            let value = try? JSONValue(json: bytes, isLenient: true)
            try check(Data(bytes), count: (value?["items"].array ?? value?.array)?.count)
        }
    }
}
