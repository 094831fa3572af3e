package import BenchKit
import SeekCache

package struct CacheStressResult: StressTestResult, Hashable {
    /// The number of reads that returned a correct value.
    package var correctValues = 0
    package var misses = 0
    /// The number of reads that returned a value that was never stored for the key. A child process in which a check
    /// failed counts as one.
    package var wrongValues = 0
    /// The number of stores that could not be opened, or failed after that.
    package var failedStores = 0
    /// Descriptions of the first five violations.
    package private(set) var violations: [String] = []
    /// A note in the summary, for example the number of corruptions.
    package var note = ""

    package init() {}

    /// Records a violation. Only the first five are retained.
    package mutating func addViolation(_ violation: String) {
        if violations.count < 5 { violations.append(violation) }
    }

    /// Counts an entry as correct, missing or wrong, and returns the version of a correct value.
    @discardableResult
    mutating func verify(_ entry: CacheEntry?, _ number: Int, _ place: @autoclosure () -> String) -> Int? {
        guard let entry else {
            misses += 1
            return nil
        }
        guard let version = Payload.version(of: entry.data, number) else {
            wrongValues += 1
            addViolation("\(place()): a wrong value for \(number)")
            return nil
        }
        correctValues += 1
        return version
    }

    package var passed: Bool { violations.isEmpty && wrongValues == 0 && failedStores == 0 }

    /// A summary, for example `1200 values correct, 3 missed, 0 wrong, 0 stores failed`.
    package var summary: String {
        let counts =
            "\(correctValues) values correct, \(misses) missed, \(wrongValues) wrong, "
            + "\(failedStores) stores failed"
        return counts + (note.isEmpty ? "" : "; \(note)") + violations.map { "\n        \($0)" }.joined()
    }
}
