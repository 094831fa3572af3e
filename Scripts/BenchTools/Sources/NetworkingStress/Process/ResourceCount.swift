import Foundation

package struct ResourceCount: Sendable, Hashable, CustomStringConvertible {
    package var descriptors: Int
    package var threads: Int

    package init(descriptors: Int, threads: Int) {
        self.descriptors = descriptors
        self.threads = threads
    }

    /// Returns the current numbers, or nil if `/proc` cannot be read, as on platforms other than Linux.
    package static func now() -> ResourceCount? {
        // Reading the folder needs a descriptor.
        guard let descriptors = entries(of: "/proc/self/fd"), let threads = entries(of: "/proc/self/task") else {
            return nil
        }
        return ResourceCount(descriptors: descriptors - 1, threads: threads)
    }

    /// Returns whether neither number exceeds that of another count.
    package func isWithin(_ other: ResourceCount) -> Bool {
        descriptors <= other.descriptors && threads <= other.threads
    }

    /// For example `12 descriptors, 4 threads`.
    package var description: String { "\(descriptors) descriptors, \(threads) threads" }

    /// Waits until neither number exceeds that of an earlier count, or until the time limit passes, because sockets and
    /// threads take a moment to end. If only the threads are too many then, waits seven more seconds, in which idle
    /// threads of Swift's thread pool end.
    ///
    /// - Returns: The final numbers.
    static func settled(to before: ResourceCount, within limit: Duration) async -> ResourceCount {
        let end = ContinuousClock.now + limit
        while true {
            let now = ResourceCount.now() ?? before
            if now.isWithin(before) { return now }
            if ContinuousClock.now >= end {
                return now.descriptors > before.descriptors ? now : afterPoolHasShrunk(now)
            }
            try? await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Returns the numbers without idle threads of Swift's thread pool, which ends threads after five idle seconds.
    /// This function blocks its thread, because a sleeping task would keep the pool busy.
    private static func afterPoolHasShrunk(_ count: ResourceCount) -> ResourceCount {
        sleep(7)
        return now() ?? count
    }

    /// Returns the numbers once they have been stable for 100 ms.
    static func quiet() async -> ResourceCount? {
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
