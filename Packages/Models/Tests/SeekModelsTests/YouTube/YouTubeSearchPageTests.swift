import Foundation
import SeekModels
import SeekTestHelpers
import Testing

@Suite("Pages of a YouTube search")
struct YouTubeSearchPageTests {
    func decode(_ name: String, _ mode: ModelDecoder.Mode) throws -> YouTubeSearchPage {
        try ModelDecoder(mode).decode(YouTubeSearchPage.self, from: load(.bytes("youtube/\(name).json")))
    }

    @Test(
        "The properties of the page and its items are decoded, and HTML entities are replaced",
        arguments: [ModelDecoder.Mode.lenient, .strict]
    )
    func normal(mode: ModelDecoder.Mode) throws {
        let page = try decode("search", mode)
        #expect(page.items.map(\.id) == ["Sw1ftSeek01", "Sw1ftSeek02", "Sw1ftSeek03"])
        #expect(page.items[0].channelID == "UCseekDemoChannel0000001")
        #expect(page.items[0].title == "Swift in 100 seconds & a little more")
        #expect(page.items[0].description == #"It's a tour of the language: values, protocols, "actors" ..."#)
        #expect(page.items[1].title == "東京の夜景を歩く")
        #expect(page.items[2].title == "C++ & C# <side by side> 👩‍💻")
        #expect(page.items[2].channelTitle == "Compilers & Coffee")
        #expect(page.items[0].thumbnails["default"]?.width == 120)
        #expect(page.items[1].thumbnails["default"]?.width == nil)
        #expect(page.items[2].thumbnails["maxres"]?.url.absoluteString.hasSuffix("maxresdefault.jpg") == true)
        #expect(page.items[1].publishedAt == Date(timeIntervalSince1970: 1_763_638_215))
        #expect(page.items[2].liveState == .upcoming)
        #expect(page.nextPageToken == "CAMQAA")
        #expect(page.totalResults == 1_000_000)
        #expect(page.regionCode == "JP")
        #expect(page.skipped.isEmpty)
    }

    @Test(
        "Known HTML entities in a title are decoded once, others are not changed",
        arguments: [
            ("Tom &amp; Jerry", "Tom & Jerry"), ("It&#39;s", "It's"), ("&quot;a&quot; &lt;b&gt;", "\"a\" <b>"),
            ("&amp;amp;", "&amp;"), ("&amp;#39;", "&#39;"), ("&#x1F600;", "😀"), ("&#128512;", "😀"),
            ("&nbsp;", "\u{A0}"),
            ("a & b", "a & b"), ("&", "&"), ("&;", "&;"), ("&#;", "&#;"), ("&#x;", "&#x;"), ("&#xD800;", "&#xD800;"),
            ("&#0;", "&#0;"), ("&#038;", "&"), ("&#X26;", "&"), ("&amp;\u{301}", "&\u{301}"), ("&#-5;", "&#-5;"),
            ("&#1114112;", "&#1114112;"), ("&unknown;", "&unknown;"),
            ("&amp", "&amp"), ("", ""), ("&&amp;&", "&&&"), ("東京 &amp; 夜景", "東京 & 夜景"),
        ]
    )
    func entities(text: String, decoded: String) throws {
        let item: JSONValue = ["id": ["videoId": "v"], "snippet": ["title": .string(text)]]
        #expect(try ModelDecoder().decode(YouTubeSearchItem.self, from: item.data).title == decoded)
    }

    @Test(
        "An item without a detail is an error in strict mode, and a result in lenient mode",
        arguments: [
            ("search_no_title", "items[1].snippet.title: is empty"),
            ("search_no_channel_id", "items[1].snippet.channelId: is empty"),
            ("search_no_thumbnail", "items[1].snippet.thumbnails: is empty"),
            ("search_thumbnail_invalid_url", "items[1].snippet.thumbnails.medium.url: is not a URL"),
        ]
    )
    func missingDetails(name: String, reason: String) throws {
        #expect { try decode(name, .strict) } throws: { "\($0)" == reason }
        let page = try decode(name, .lenient)
        #expect(page.items.map(\.id) == ["Sw1ftSeek01", "Sw1ftSeek02", "Sw1ftSeek03"])
        #expect(page.skipped.isEmpty)
    }

    @Test("A page without items is an error in strict mode, and empty in lenient mode")
    func noItems() throws {
        #expect { try decode("search_no_items", .strict) } throws: { "\($0)" == "items: is empty" }
        #expect(try decode("search_no_items", .lenient).items.isEmpty)
    }

    @Test("An empty description is valid unless strict decoding is set to reject it")
    func noDescription() throws {
        for mode in [ModelDecoder.Mode.lenient, .strict] {
            #expect(try decode("search_no_description", mode).items[1].description.isEmpty)
        }
        #expect { try decode("search_no_description", .strict(rejectingEmptyDescriptions: true)) } throws: {
            "\($0)" == "items[1].snippet.description: is empty"
        }
    }

    @Test("Videos, channels and playlists are distinguished, and each has a URL")
    func kinds() throws {
        let page = try decode("search_mixed_kinds", .strict)
        #expect(page.items.map(\.kind) == [.video, .channel, .playlist])
        #expect(page.previousPageToken == "CAAQAQ")
        #expect(
            page.items.map { $0.webURL?.absoluteString } == [
                "https://www.youtube.com/watch?v=Sw1ftSeek01",
                "https://www.youtube.com/channel/UCseekDemoChannel0000002",
                "https://www.youtube.com/playlist?list=PLseekDemoPlaylist0001",
            ]
        )
    }

    @Test(
        "The error of an invalid page names the invalid value, or the document",
        arguments: [
            ("", "is not valid JSON"), ("{\"items\": [", "is not valid JSON"), ("{}", "items: is missing"),
            ("{\"items\": null}", "items: is null"), ("{\"items\": 3}", "items: is not"), ("[]", "the document is not"),
        ]
    )
    func malformed(text: String, reason: String) {
        #expect { try ModelDecoder().decode(YouTubeSearchPage.self, from: Data(text.utf8)) } throws: {
            "\($0)".contains(reason)
        }
    }

    @Test(
        "Error responses of all forms are decoded",
        arguments: [
            ("error_key_invalid", "API_KEY_INVALID"), ("error_quota_exceeded", "quotaExceeded"),
            ("error_bare_string", nil),
        ] as [(String, String?)]
    )
    func errors(name: String, reason: String?) throws {
        let envelope = try ModelDecoder().decode(YouTubeErrorEnvelope.self, from: load(.bytes("youtube/\(name).json")))
        #expect(envelope.reasons.first == reason)
        #expect(!envelope.message.isEmpty)
    }

    @Test(
        "The message of an error has no HTML markup",
        arguments: [
            (#"you have exceeded your <a href=\"/x?a=1&amp;b#quota\">quota</a>."#, "you have exceeded your quota."),
            ("The <code>id</code> parameter<br/>is not <EM class='a'>valid</EM>.", "The id parameter is not valid."),
            ("<p>One.</p><p>Two &lt;3 &amp; it&#39;s</p>", "One. Two <3 & it's"),
            ("Expected <number>, a < b > c", "Expected <number>, a < b > c"), ("&amp;lt;", "&lt;"),
            ("two  spaces\\n and a line", "two  spaces\n and a line"),
        ]
    )
    func markup(message: String, text: String) throws {
        for json in [#"{"error":{"code":400,"message":"\#(message)"}}"#, #"{"error":"\#(message)"}"#] {
            let envelope = try ModelDecoder().decode(YouTubeErrorEnvelope.self, from: Data(json.utf8))
            #expect(envelope.message == text)
        }
    }
}
