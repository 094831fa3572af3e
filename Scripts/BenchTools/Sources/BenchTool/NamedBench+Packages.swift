public import BenchKit
public import CacheBench
public import NetworkingBench
import SearchBench
import TestHelpersBench

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The benches there are.
extension NamedBench {
    /// All of them, as the READMEs' figures come from them.
    public static var all: [NamedBench] { [.networking(), .cache(), .testHelpers, .search] }

    /// The HTTP client beside URLSession and C.
    public static func networking(load: BenchLoad = .full) -> NamedBench {
        NamedBench(
            "networking",
            withPeer: { peer, emit in
                #if os(Linux)
                try await NetworkingBench(peer: peer, load: load).run(emit)
                #else
                throw BenchFailure(description: "networking compares what stands on libcurl, which is Linux alone")
                #endif
            }
        )
    }

    /// The byte stores beside files and SQLite.
    public static func cache(load: CacheBenchLoad = .full) -> NamedBench {
        NamedBench("cache") { emit in try await CacheBench(load: load).run(emit) }
    }

    /// The stubs, and the loopback server beside nginx.
    public static var testHelpers: NamedBench {
        NamedBench("testhelpers", withPeer: { peer, emit in try await TestHelpersBench(peer: peer).run(emit) })
    }

    /// Decoding beside Foundation's decoder, searches from the cache, a day of them; the start of the command line,
    /// where the environment names the programs.
    public static var search: NamedBench {
        NamedBench("search") { emit in
            let programs = StartUpPrograms(environment: ProcessInfo.processInfo.environment)
            try await SearchBench(programs: programs).run(emit)
        }
    }
}
