import BenchKit
import SQLiteBaseline

/// The C program on SQLite's C interface, the baseline for the disk store. Must be used by one task at a time.
final class SQLiteProgram {
    private let baseline: OpaquePointer

    init(path: String) throws {
        var opened: OpaquePointer?
        let code = seek_baseline_open(path, &opened)
        guard code == 0, let opened else {
            seek_baseline_close(opened)
            throw BenchFailure(description: "SQLite: code \(code) at opening")
        }
        baseline = opened
    }

    deinit { seek_baseline_close(baseline) }

    /// Stores a value for the keys of `0..<count`, with `group` keys per transaction.
    func put(_ count: Int, group: Int, value: [UInt8]) throws {
        try check(seek_baseline_put(baseline, 0, Int32(count), Int32(group), value, value.count), "putting")
    }

    /// Reads the values of numbered keys. Throws if a value is missing or does not have `size` bytes.
    func get(_ numbers: [Int32], size: Int) throws {
        try check(seek_baseline_get(baseline, numbers, Int32(numbers.count), size), "getting")
    }

    /// Removes the `count` least recently used entries.
    func prune(_ count: Int) throws {
        try check(seek_baseline_prune(baseline, Int32(count)), "pruning")
    }

    private func check(_ code: Int32, _ operation: String) throws {
        if code != 0 { throw BenchFailure(description: "SQLite: code \(code) at \(operation)") }
    }
}
