import Foundation
import SeekBasics

/// A clock that is advanced manually.
final class TestClock: Sendable {
    private let moment: Mutex<Date>

    init(_ start: Date = Date(timeIntervalSinceReferenceDate: 800_000_000)) {
        moment = Mutex(start)
    }

    var now: Date { moment.withLock { $0 } }

    var read: @Sendable () -> Date { { self.now } }

    func advance(by seconds: TimeInterval) {
        moment.withLock { $0 += seconds }
    }
}
