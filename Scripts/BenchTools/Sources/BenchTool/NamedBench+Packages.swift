public import BenchKit
import CacheBench
import Foundation
public import NetworkingBench
import SearchBench
import TestHelpersBench

#if os(Linux)
import FleetBench
import WebBench
#endif

/// The benches of the program `bench`.
extension NamedBench {
    /// All benches, with the loads used for the figures in the README.
    public static var all: [NamedBench] {
        let benches: [NamedBench] = [.networking(), .cache, .testHelpers, .search]
        #if os(Linux)
        return benches + [.fleet, .web]
        #else
        return benches
        #endif
    }

    /// Returns the bench of the HTTP client, compared with URLSession and libcurl.
    public static func networking(load: BenchLoad = .full) -> NamedBench {
        NamedBench(
            "networking",
            withPeer: { peer, emit in
                #if os(Linux)
                try await NetworkingBench(peer: peer, load: load).run(emit)
                #else
                throw BenchFailure(description: "the bench networking needs libcurl and runs only on Linux")
                #endif
            }
        )
    }

    /// The bench of the byte stores, compared with files and SQLite.
    static var cache: NamedBench { NamedBench("cache") { emit in try await CacheBench().run(emit) } }

    /// The bench of the stubs, and of the loopback server compared with nginx.
    static var testHelpers: NamedBench {
        NamedBench("testhelpers", withPeer: { peer, emit in try await TestHelpersBench(peer: peer).run(emit) })
    }

    /// The bench of decoding, caching, merging, indexing and output. The start-up of the command line is measured only
    /// if the environment names the programs.
    static var search: NamedBench {
        NamedBench("search") { emit in
            let programs = StartUpPrograms(environment: ProcessInfo.processInfo.environment)
            try await SearchBench(programs: programs).run(emit)
        }
    }

    #if os(Linux)
    /// The bench of the web app. The environment variable `SEEK_BENCH_WEB` is the path of its program.
    static var web: NamedBench {
        NamedBench("web") { emit in
            guard let program = ProcessInfo.processInfo.environment["SEEK_BENCH_WEB"] else {
                throw BenchFailure(
                    description: "SEEK_BENCH_WEB is not set; Scripts/bench web builds seek-web and sets it"
                )
            }
            try await WebBench(program: program).run(emit)
        }
    }

    /// The bench of several machines that share one Redis.
    static var fleet: NamedBench { NamedBench("fleet") { emit in try await FleetBench().run(emit) } }
    #endif
}
