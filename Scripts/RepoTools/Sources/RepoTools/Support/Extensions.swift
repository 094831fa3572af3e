import Dispatch
import Foundation
import SeekBasics

extension Array where Element: Sendable {
    /// Returns the results of an operation on each element, in the same order. Several elements are processed in
    /// parallel.
    func concurrentMap<Value: Sendable>(
        _ operation: @Sendable (Element) throws(RepoError) -> Value
    ) -> [Result<Value, RepoError>] {
        let results = Mutex<[Int: Result<Value, RepoError>]>([:])
        DispatchQueue.concurrentPerform(iterations: count) { index in
            let result = Result { () throws(RepoError) in try operation(self[index]) }
            results.withLock { $0[index] = result }
        }
        return results.withLock { results in indices.compactMap { results[$0] } }
    }
}

extension JSONValue {
    /// The elements of an array; empty for another value.
    var elements: [JSONValue] { array ?? [] }

    /// The strings in an array; empty for another value.
    var strings: [String] { elements.compactMap(\.string) }
}

extension String {
    /// The string without trailing line breaks.
    var trimmed: String {
        var text = self
        while text.last?.isNewline == true { text.removeLast() }
        return text
    }

    /// Returns whether the string contains `word` with no letter, digit or underscore directly before or after it.
    func containsWord(_ word: String) -> Bool {
        ranges(of: word).contains { range in
            let before = self[..<range.lowerBound].last
            let after = self[range.upperBound...].first
            return before?.isPartOfWord != true && after?.isPartOfWord != true
        }
    }
}

extension FNV1a {
    /// The hash of a text in 16 hexadecimal digits.
    static func hex(_ text: String) -> String {
        let digits = String(hash(text.utf8), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

extension Character {
    fileprivate var isPartOfWord: Bool { isLetter || isNumber || self == "_" }
}
