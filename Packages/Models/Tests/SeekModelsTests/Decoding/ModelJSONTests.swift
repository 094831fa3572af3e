import Foundation
import SeekModels
import SeekTestHelpers
import Testing

/// A value that is not read.
private struct Unread: Decodable {
    init(from decoder: any Decoder) {}
}

@Suite("JSON")
struct ModelJSONTests {
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

    @Test("The first value of a repeated key is used")
    func repeatedKeys() throws {
        let pairs = try ModelDecoder().decode([String: Int].self, from: Data(#"{"a":1,"b":2,"a":3}"#.utf8))
        #expect(pairs == ["a": 1, "b": 2])
    }

    @Test("512 levels of nesting are valid, whatever they contain", arguments: ["", "1", "\"a\"", "null"])
    func deepNesting(content: String) {
        let text = String(repeating: "[", count: 512) + content + String(repeating: "]", count: 512)
        #expect(throws: Never.self) { try ModelDecoder().decode(Unread.self, from: Data(text.utf8)) }
    }

    @Test(
        "Invalid JSON, or nesting of more than 512 levels, is an error",
        // `JSONDecoder` of Swift 6.3 on Linux accepts `[1,]`, and traps on the last document.
        arguments: [
            "", "[1,]", "[1] 2", String(repeating: "{\"a\":", count: 513),
            String(repeating: "[", count: 513) + String(repeating: "]", count: 513), String(repeating: "[", count: 513),
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

    @Test("An id out of range is reported with its path")
    func idOutOfRange() throws {
        let text = #"[{"id":9223372036854775808,"html_url":"https://github.com/o/r"}]"#
        let page = try ModelDecoder().decode(GitHubListPage<GitHubRepository>.self, from: Data(text.utf8))
        #expect(page.skipped.map(\.description) == ["[0].id: is not an integer in the expected range"])
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
