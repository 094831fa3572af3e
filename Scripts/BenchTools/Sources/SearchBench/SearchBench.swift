package import BenchKit
import Foundation

/// The bench `search`: cached searches, requests per search, merging of results, the offline index, output,
/// and the start-up of the program.
package struct SearchBench: Sendable {
    package struct Load: Sendable {
        /// The number of measurements of each row.
        var rounds = 31
        /// The number of cached searches in a measurement.
        var searches = 200
        /// The real time, in seconds, in which a day of searches is simulated.
        var dayDuration = 4.0
        /// The number of entries in the offline index.
        var entries = 100_000
        /// The number of results in the output.
        var lines = 10_000

        /// The load used for the figures in the README.
        package static let full = Load()
    }

    let load: Load
    let page: Data
    private let programs: StartUpPrograms?

    /// - Parameter programs: The programs whose start-up is measured; nil to omit these rows.
    package init(load: Load = .full, programs: StartUpPrograms? = nil) {
        self.load = load
        self.programs = programs
        page = Data(SampleSearchPage.json(items: SampleSearchPage.size).utf8)
    }

    package func run(_ emit: (BenchResult) -> Void) async throws {
        emit(try await cachedInMemory())
        emit(try await cachedOnDisk())
        emit(try await upstreamCalls())
        emit(try fusion())
        for row in try await offline() { emit(row) }
        emit(try outputRows())
        if let programs { for row in try await startUp(programs) { emit(row) } }
    }
}
