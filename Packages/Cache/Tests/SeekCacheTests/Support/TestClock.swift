import Foundation
import SeekBasics

/// A clock that is advanced manually.
final class TestClock: Sendable {
    private let date: Mutex<Date>

    init(_ start: Date = Date(timeIntervalSinceReferenceDate: 800_000_000)) {
        date = Mutex(start)
    }

    var now: Date { date.withLock { $0 } }

    var read: @Sendable () -> Date { { self.now } }

    func advance(by seconds: TimeInterval) {
        date.withLock { $0 += seconds }
    }
}
