import Foundation
import Testing

@testable import SeekRedis

@Suite("An announcement of an invalidation")
struct AnnouncementTests {
    @Test(
        "is parsed from its text, whatever the key contains",
        arguments: ["key", "", "http4\nuser\n\nhttps://a.example/?q=a b"]
    )
    func announcement(key: String) {
        let announcement = Announcement(client: "client", key: key)
        #expect(Announcement(Data(announcement.text.utf8)) == announcement)
    }

    @Test(
        "is none of the other messages",
        arguments: ["", "client", " key", "client " + String(repeating: "k", count: 70_000)]
    )
    func otherMessages(text: String) {
        #expect(Announcement(Data(text.utf8)) == nil)
    }
}

@Suite("The limit of dropping all local copies")
struct DropLimitTests {
    @Test("the first is dropped at once, and later ones together after ten seconds")
    func interval() {
        var limit = DropLimit()
        let start = ContinuousClock.now
        let delays = [0, 2, 3, 9, 11, 60].map { limit.delay(at: start + .seconds($0)) }
        // The second drop began at 10 s.
        #expect(delays == [.zero, .seconds(8), nil, nil, .seconds(9), .zero])
    }
}
