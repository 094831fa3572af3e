import Testing

@testable import SeekRedis

@Suite("The count of invalidations")
struct InvalidationCountTests {
    /// A connection after which the server's count is read, or an announcement.
    private enum Step { case connect(Int64), receive(Int64) }

    /// Performs steps, and returns whether the last one shows that no invalidation was missed.
    private func isComplete(_ steps: [Step]) -> Bool? {
        var count = InvalidationCount()
        return steps.map { step in
            switch step {
            case .connect(let number): count.recordServerCount(number, announcementCount: count.announcementCount)
            case .receive(let number): count.receive(number)
            }
        }
        .last
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

    @Test("a gap, a repetition and a restart of the numbers each show that an invalidation was missed")
    func missed() {
        #expect(isComplete([.connect(5), .receive(7)]) == false)
        #expect(isComplete([.connect(5), .receive(6), .receive(6)]) == false)
        #expect(isComplete([.connect(5), .connect(6)]) == false)
        #expect(isComplete([.connect(5), .connect(0)]) == false)
    }

    @Test("a number that was read before the last announcement is ignored, and the next restart is noticed")
    func outdatedNumber() {
        var count = InvalidationCount()
        let announcementCount = count.announcementCount
        var isComplete = [count.receive(1)]
        isComplete.append(count.recordServerCount(0, announcementCount: announcementCount))
        isComplete.append(count.recordServerCount(0, announcementCount: count.announcementCount))
        #expect(isComplete == [true, true, false])
    }

    @Test("the count continues after a missed invalidation")
    func afterwards() {
        #expect(isComplete([.connect(5), .receive(9), .receive(10)]) == true)
    }

    @Test(
        "an announcement is parsed from its text, whatever the key contains",
        arguments: ["key", "", "http4\nuser\n\nhttps://a.example/?q=a b"]
    )
    func announcement(key: String) {
        let announcement = Announcement(number: 7, client: "client", key: key)
        #expect(Announcement(announcement.text) == announcement)
    }

    @Test("other messages are not announcements", arguments: ["", "7", "7 client", "x client key"])
    func otherMessages(text: String) {
        #expect(Announcement(text) == nil)
    }
}
