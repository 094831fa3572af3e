public import BenchKit

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The bench `search`: what becomes of an answer once it is there, and how often one has to be asked for.
public struct SearchBench: Sendable {
    /// How much is done.
    public struct Load: Sendable {
        var rounds: Int
        var searches: Int
        var daySeconds: Double
        var startsProcesses: Bool
        var entries: Int
        var lines: Int

        /// Makes a load.
        ///
        /// - Parameters:
        ///   - rounds: how many rounds the medians are taken of.
        ///   - searches: how many searches a round has.
        ///   - daySeconds: how long the day of searches takes.
        ///   - startsProcesses: whether this program can be started again for a day; else its processes are tasks.
        ///   - entries: how many entries the index of what was seen holds.
        ///   - lines: how many results are written out.
        public init(
            rounds: Int,
            searches: Int,
            daySeconds: Double,
            startsProcesses: Bool,
            entries: Int,
            lines: Int = 10_000
        ) {
            self.rounds = rounds
            self.searches = searches
            self.daySeconds = daySeconds
            self.startsProcesses = startsProcesses
            self.entries = entries
            self.lines = lines
        }

        /// What the figures in the READMEs come from.
        public static let full = Load(
            rounds: 31,
            searches: 200,
            daySeconds: 4,
            startsProcesses: true,
            entries: 100_000
        )
    }

    let load: Load
    let page: Data
    private let programs: StartUpPrograms?

    /// Makes a bench.
    ///
    /// - Parameter programs: whose start is measured; without them it is not.
    public init(load: Load = .full, programs: StartUpPrograms? = nil) {
        self.load = load
        self.programs = programs
        page = Data(SearchPage.json(items: SearchPage.size).utf8)
    }

    /// Measures everything; each row is handed over once it is known.
    public func run(_ emit: (Row) -> Void) async throws {
        for row in try decoding() { emit(row) }
        emit(try await cachedInMemory())
        emit(try await cachedOnDisk())
        emit(try await upstreamCalls())
        emit(try fusion())
        for row in try await offline() { emit(row) }
        emit(try outputRows())
        if let programs { for row in try startUp(programs) { emit(row) } }
    }
}
