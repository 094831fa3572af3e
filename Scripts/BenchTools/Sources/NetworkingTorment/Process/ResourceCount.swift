#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The numbers of descriptors and threads of this process.
public struct Census: Sendable, Hashable, CustomStringConvertible {
    /// Open descriptors.
    public var descriptors: Int
    /// Threads.
    public var threads: Int

    /// Creates a census.
    public init(descriptors: Int, threads: Int) {
        self.descriptors = descriptors
        self.threads = threads
    }

    /// Returns the current numbers, or nil on platforms other than Linux.
    public static func now() -> Census? {
        // Reading the folder needs a descriptor.
        guard let descriptors = entries(of: "/proc/self/fd"), let threads = entries(of: "/proc/self/task") else {
            return nil
        }
        return Census(descriptors: descriptors - 1, threads: threads)
    }

    /// Returns whether neither number exceeds the other's.
    public func isWithin(_ other: Census) -> Bool {
        descriptors <= other.descriptors && threads <= other.threads
    }

    /// For example `12 descriptors, 4 threads`.
    public var description: String { "\(descriptors) descriptors, \(threads) threads" }

    /// Waits until the numbers are at most those before, or the time limit passes: sockets and threads take a moment to
    /// end.
    ///
    /// - Returns: The final numbers.
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

    /// Excludes threads of the pool that runs Swift tasks: the pool removes threads that were idle for five seconds.
    /// This function blocks its thread, because a sleeping task would keep the pool busy.
    private static func afterPoolHasShrunk(_ census: Census) -> Census {
        sleep(7)
        return now() ?? census
    }

    /// Returns the numbers once they have been stable for 100 ms.
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
