import Foundation

package enum ResidentMemory {
    /// Returns the resident memory of a process in megabytes (1,000,000 bytes); nil if the process does not exist, and
    /// on platforms other than Linux.
    ///
    /// - Parameter process: The identifier of the process; nil for this process.
    package static func megabytes(of process: Int32? = nil) -> Double? {
        let statm = try? String(contentsOfFile: "/proc/\(process.map(String.init) ?? "self")/statm", encoding: .utf8)
        let pages = statm?.split(separator: " ").dropFirst().first.flatMap { Double($0) }
        return pages.map { $0 * Double(sysconf(Int32(_SC_PAGESIZE))) / 1e6 }
    }
}
