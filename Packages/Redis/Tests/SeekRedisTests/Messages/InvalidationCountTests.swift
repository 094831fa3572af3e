import Foundation
import SeekBasics
import Testing

@testable import SeekRedis

@Suite("The count of invalidations")
struct InvalidationCountTests {
    /// A connection after which the server's count is read, or an announcement.
    private enum Step { case connect(Int), receive(Int) }

    /// Performs steps, and returns whether the last one shows that no invalidation was missed, or is the next one.
    private func isComplete(_ steps: [Step]) -> Bool? {
        var count = InvalidationCount()
        return steps.map { step -> Bool? in
            switch step {
            case .connect(let number): count.recordServerCount(number, announcementCount: count.announcementCount)
            case .receive(let number): count.receive(number)
            }
        }
        .last ?? nil
    }

    @Test("invalidations before the first connection do not count as missed")
    func firstConnection() {
        #expect(isComplete([.connect(5)]) == true)
        #expect(isComplete([.receive(5)]) == true)
    }

    @Test("consecutive numbers show that no invalidation was missed")
    func consecutive() {
        #expect(isComplete([.connect(5), .receive(6), .receive(7)]) == true)
        #expect(isComplete([.connect(5), .receive(6), .connect(6)]) == true)
    }

    @Test("a server's count that has not been announced, or a restart of it, shows that an invalidation was missed")
    func missed() {
        #expect(isComplete([.connect(5), .connect(6)]) == false)
        #expect(isComplete([.connect(5), .connect(0)]) == false)
        #expect(isComplete([.connect(5), .receive(7), .connect(7)]) == false)
    }

    @Test("a number that is not the next one is only compared with the server's count", arguments: [0, 5, 7, 1 << 53])
    func forgedNumber(number: Int) {
        #expect(isComplete([.connect(5), .receive(number)]) == false)
        #expect(isComplete([.connect(5), .receive(number), .connect(5)]) == true)
        #expect(isComplete([.connect(5), .receive(number), .receive(6)]) == true)
    }

    @Test("a number that was read before the last announcement is ignored, and the next restart is noticed")
    func outdatedNumber() {
        var count = InvalidationCount()
        let announcementCount = count.announcementCount
        let isNext = count.receive(1)
        let outdated = count.recordServerCount(0, announcementCount: announcementCount)
        let restarted = count.recordServerCount(0, announcementCount: count.announcementCount)
        #expect(isNext)
        #expect(outdated == nil)
        #expect(restarted == false)
    }

    @Test("the count continues after a missed invalidation")
    func afterwards() {
        #expect(isComplete([.connect(5), .receive(9), .connect(9), .receive(10)]) == true)
    }

    @Test(
        "an announcement is parsed from its text, whatever the key contains",
        arguments: ["key", "", "http4\nuser\n\nhttps://a.example/?q=a b"]
    )
    func announcement(key: String) {
        for number in [0, 7, 1 << 53, nil] {
            let announcement = Announcement(number: number, client: "client", key: key)
            #expect(Announcement(Data(announcement.text.utf8)) == announcement)
        }
    }

    @Test(
        "other messages are not announcements",
        arguments: [
            "", "7", "7 client", "x client key", "-1 client key", "+1 client key", "9007199254740993 client key",
            "9223372036854775807 client key", "99999999999999999999 client key", "--  ",
            "1 client " + String(repeating: "k", count: 70_000),
        ]
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
