import Foundation
import SeekBasics
import Testing

@Suite("The README's example")
struct BasicsReadmeTests {
    @Test("produces the documented results")
    func example() throws {
        let data = Data(#"{"items": [{"title": "Swift"}]}"#.utf8)

        let day = RFC3339.date("2026-11-21T07:30:00+09:00").map { UTCTime($0).date }  // 2026-11-20
        let command = Spelling.nearest(to: "vidoes", among: ["channels", "videos"])  // videos
        let page = try JSONValue(json: data)
        let title = page["items"][0]["title"].string
        let count = Mutex(0)
        count.withLock { $0 += 1 }

        #expect(day?.description == "2026-11-20")
        #expect(command == "videos")
        #expect(title == "Swift")
        #expect(count.withLock { $0 } == 1)
    }
}
