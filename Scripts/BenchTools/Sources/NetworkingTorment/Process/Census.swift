#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// How many descriptors and threads this process has now, as the system counts them.
public struct Census: Sendable, Hashable, CustomStringConvertible {
    /// Open descriptors.
    public var descriptors: Int
    /// Threads.
    public var threads: Int

    /// Makes a census.
    public init(descriptors: Int, threads: Int) {
        self.descriptors = descriptors
        self.threads = threads
    }

    /// Counts; nil where the system does not tell (other than Linux).
    public static func now() -> Census? {
        // Looking into the folder takes a descriptor itself.
        guard let descriptors = entries(of: "/proc/self/fd"), let threads = entries(of: "/proc/self/task") else {
            return nil
        }
        return Census(descriptors: descriptors - 1, threads: threads)
    }

    /// Whether neither is above the other's.
    public func isWithin(_ other: Census) -> Bool {
        descriptors <= other.descriptors && threads <= other.threads
    }

    /// `12 descriptors, 4 threads`
    public var description: String { "\(descriptors) descriptors, \(threads) threads" }

    /// Waits until what was there before is all that is there, or the time is over: what ends needs a moment to be
    /// gone.
    ///
    /// - Returns: what is there at the end.
    static func settled(to before: Census, within limit: Duration) async -> Census {
        let end = ContinuousClock.now + limit
        while true {
            let now = Census.now() ?? before
            if now.isWithin(before) { return now }
            if ContinuousClock.now >= end {
                return now.descriptors > before.descriptors ? now : afterPoolHasShrunk(now)
            }
            try? await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Tells threads left behind from those of the pool that Swift's tasks run on: it takes on more while tasks block,
    /// and lets those go that had nothing to do for five seconds. Blocking, unlike sleeping in a task, gives it nothing
    /// to do.
    private static func afterPoolHasShrunk(_ census: Census) -> Census {
        sleep(7)
        return now() ?? census
    }

    /// What is there once it has stopped falling for a tenth of a second: what ended just now may still be about to go.
    static func quiet() async -> Census? {
        guard var last = now() else { return nil }
        var since = ContinuousClock.now
        while since.duration(to: .now) < .milliseconds(100) {
            try? await Task.sleep(for: .milliseconds(10))
            guard let next = now() else { return nil }
            if next != last { since = .now }
            last = next
        }
        return last
    }

    private static func entries(of folder: String) -> Int? {
        guard let stream = opendir(folder) else { return nil }
        defer { closedir(stream) }
        var count = 0
        while readdir(stream) != nil { count += 1 }
        // "." and ".."
        return count - 2
    }
}
