import Foundation
import SeekModels
import Testing

@Suite("Numbers in responses")
struct WideNumbersTests {
    /// Numbers around the limits of 32-bit integers, of the integers that `Double` represents exactly, and of 64-bit
    /// integers.
    static let numbers: [Int64] = [
        0, Int64(Int32.max), Int64(Int32.max) + 1, Int64(UInt32.max) + 1, 1 << 53, (1 << 53) + 1, .max - 1, .max,
    ]

    private func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        try ModelDecoder(.strict).decode(type, from: Data(text.utf8))
    }

    @Test("are exact if YouTube sends them as numbers or as strings", arguments: numbers)
    func youTube(number: Int64) throws {
        let page = try decode(
            YouTubeListPage<YouTubeVideo>.self,
            #"""
            {"pageInfo":{"totalResults":\#(number)},"items":[{"id":"a","statistics":
            {"viewCount":"\#(number)","likeCount":"\#(number)","commentCount":"\#(number)"},
            "liveStreamingDetails":{"concurrentViewers":"\#(number)"}}]}
            """#
        )
        let video = try #require(page.items.first)
        #expect(page.totalResults == number)
        #expect([video.viewCount, video.likeCount, video.commentCount] == [number, number, number])
        #expect(video.live?.concurrentViewers == number)
    }

    @Test("are exact in the ids and counts of GitHub's repositories", arguments: numbers)
    func gitHub(number: Int64) throws {
        let owner = #"{"id":\#(number),"login":"o"}"#
        let page = try decode(
            GitHubSearchPage<GitHubRepository>.self,
            #"""
            {"total_count":\#(number),"items":[{"id":\#(number),"full_name":"o/r","name":"r","owner":\#(owner),
            "html_url":"https://github.com/o/r","stargazers_count":\#(number),"forks_count":\#(number)}]}
            """#
        )
        let repository = try #require(page.items.first)
        #expect(page.totalCount == number)
        #expect(repository.id == number)
        #expect(repository.starCount == number)
        #expect(repository.forkCount == number)
    }

    @Test("are exact in issues, reactions and thumbnails", arguments: numbers)
    func issue(number: Int64) throws {
        let issue = try decode(
            GitHubIssue.self,
            #"""
            {"id":\#(number),"number":\#(number),"title":"t","html_url":"https://github.com/o/r/issues/1",
            "comments":\#(number),"reactions":{"total_count":\#(number),"+1":\#(number)}}
            """#
        )
        #expect([issue.id, issue.number, issue.commentCount] == [number, number, number])
        #expect([issue.reactions?.total, issue.reactions?.thumbsUp] == [number, number])
        let thumbnail = try decode(
            YouTubeThumbnail.self,
            #"{"url":"https://i.ytimg.com/a.jpg","width":\#(number),"height":\#(number)}"#
        )
        #expect([thumbnail.width, thumbnail.height] == [number, number])
    }

    @Test("leave an occurrence of the search text without a range if they exceed a signed 64-bit integer")
    func range() throws {
        let match = try decode(
            GitHubTextMatch.self,
            #"{"fragment":"f","matches":[{"text":"f","indices":[0,9223372036854775808]},{"text":"f","indices":[0,1]}]}"#
        )
        #expect(match.occurrences.map(\.range) == [nil, 0..<1])
    }
}
