public import SeekBasics

/// A date that changes only when a test changes it, for tested code that receives the current date from a closure.
///
/// ```swift
/// let date = ManualDate()
/// let store = try DiskStore(folder: folder.url, now: { date.now })
/// date.now += 60
/// ```
public final class ManualDate: Sendable {
    private let date: Mutex<Date>

    /// Creates a date; by default 2026-05-09, 06:13:20 UTC.
    public init(_ date: Date = Date(timeIntervalSinceReferenceDate: 800_000_000)) {
        self.date = Mutex(date)
    }

    /// The current date.
    public var now: Date {
        get { date.withLock { $0 } }
        set { date.withLock { $0 = newValue } }
    }
}
