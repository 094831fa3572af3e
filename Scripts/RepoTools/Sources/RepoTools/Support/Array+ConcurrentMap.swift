import Dispatch
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
