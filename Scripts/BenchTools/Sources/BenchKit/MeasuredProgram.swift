import Foundation
import SeekBasics

/// A program whose time and memory are measured.
package struct MeasuredProgram: Sendable {
    /// A path, or a name that is looked up on `PATH`.
    package var path: String

    package init(path: String) { self.path = path }

    /// The exit status and resource usage of a run.
    package struct Run: Sendable, Hashable {
        /// The exit status, or 128 plus the number of the signal that terminated the program.
        package var status: Int32
        /// The elapsed time.
        package var milliseconds: Double
        /// The maximum resident memory in megabytes (1,000,000 bytes).
        /// On Linux, it is never less than the maximum of this program, which a spawned process inherits.
        package var megabytes: Double
    }

    /// Runs the program and discards its output.
    ///
    /// - Parameter environment: The complete environment; nil inherits the environment of this program.
    package func run(_ arguments: [String], environment: [String: String]? = nil) throws(BenchFailure) -> Run {
        let start = ContinuousClock.now
        let process: ChildProcess
        do {
            process = try ChildProcess([path] + arguments, environment: environment, output: .null, errors: .null)
        } catch {
            throw BenchFailure(description: "cannot run \(path): \(error)")
        }
        let status = process.wait()
        let milliseconds = (ContinuousClock.now - start) / Duration.milliseconds(1)
        return Run(status: status, milliseconds: milliseconds, megabytes: Double(process.peakMemory ?? 0) / 1e6)
    }

    /// Runs the program and throws if its exit status is not 0.
    @discardableResult
    package func succeed(_ arguments: [String], environment: [String: String]? = nil) throws(BenchFailure) -> Run {
        let run = try run(arguments, environment: environment)
        guard run.status == 0 else {
            throw BenchFailure(
                description: "\(path) \(arguments.joined(separator: " ")) exited with status \(run.status)"
            )
        }
        return run
    }
}

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
