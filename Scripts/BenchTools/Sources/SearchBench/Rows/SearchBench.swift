public import BenchKit
import Foundation

/// The bench `search`: decoding, cached searches, requests per search, merging of results, the offline index, output,
/// and the start-up of the program.
public struct SearchBench: Sendable {
    /// The amount of work.
    public struct Load: Sendable {
        /// The number of rounds.
        var rounds: Int
        /// The number of searches per round.
        var searches: Int
        /// The real time, in seconds, in which a day of searches is simulated.
        var dayDuration: Double
        /// Whether the processes of the simulated day are child processes of this program; otherwise, as in tests, they
        /// are tasks.
        var dayStartsProcesses: Bool
        /// The number of entries of the offline index.
        var entries: Int
        /// The number of results to write as output.
        var lines = 10_000

        /// The load used for the figures in the README.
        public static let full = Load(
            rounds: 31,
            searches: 200,
            dayDuration: 4,
            dayStartsProcesses: true,
            entries: 100_000
        )
    }

    let load: Load
    let page: Data
    private let programs: StartUpPrograms?

    /// Creates a bench.
    ///
    /// - Parameters:
    ///   - load: The amount of work.
    ///   - programs: The programs whose start-up is measured; nil to omit these rows.
    public init(load: Load = .full, programs: StartUpPrograms? = nil) {
        self.load = load
        self.programs = programs
        page = Data(SampleSearchPage.json(items: SampleSearchPage.size).utf8)
    }

    /// Measures all rows and passes each to `emit`.
    public func run(_ emit: (BenchResult) -> Void) async throws {
        for row in try await decoding() { emit(row) }
        emit(try await cachedInMemory())
        emit(try await cachedOnDisk())
        emit(try await upstreamCalls())
        emit(try fusion())
        for row in try await offline() { emit(row) }
        emit(try outputRows())
        if let programs { for row in try await startUp(programs) { emit(row) } }
    }
}
