import BenchKit
import Foundation
import SeekBasics

/// This program as a child process that runs a share of a ``SearchDay``: `--search-day DAY PROCESS`.
package enum SearchDayProcess {
    /// The argument that makes the program such a child process.
    package static let argument = "--search-day"

    /// Runs the searches of the process, prints the results and returns the exit status.
    package static func run(_ arguments: [String], output: (String) -> Void, problems: (String) -> Void) async -> Int32
    {
        guard arguments.count == 3, let process = Int(arguments[2]),
            let day = try? JSONDecoder().decode(SearchDay.self, from: Data(arguments[1].utf8))
        else { return 2 }
        do {
            output(String(decoding: try JSONEncoder().encode(try await day.run(process: process)), as: UTF8.self))
            return 0
        } catch {
            problems("search day: \(error)")
            return 1
        }
    }

    /// Starts all processes of a day, waits for them, and returns the sum of their results.
    static func all(of day: SearchDay) throws -> SearchDay.Outcome {
        let text = String(decoding: try JSONEncoder().encode(day), as: UTF8.self)
        let started = try (0..<SearchDay.processCount).map { number in
            try ChildProcess(["/proc/self/exe", argument, text, "\(number)"], errors: .inherited)
        }
        return try started.map { process in
            guard process.wait() == 0 else {
                throw BenchFailure(description: "a process of the simulated day failed")
            }
            return try JSONDecoder().decode(SearchDay.Outcome.self, from: Data(process.output))
        }.reduce(SearchDay.Outcome(), +)
    }
}
