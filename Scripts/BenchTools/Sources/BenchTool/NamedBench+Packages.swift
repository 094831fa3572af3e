package import BenchKit
import CacheBench
import Foundation
import RepoBench
import SearchBench
import TestHelpersBench

#if os(Linux)
import FleetBench
import NetworkingBench
import WebBench
#endif

extension NamedBench {
    /// All benches, with the loads used for the figures in the README.
    package static var all: [NamedBench] {
        let benches: [NamedBench] = [.cache, .testHelpers, .search, .repo]
        #if os(Linux)
        return [.networking] + benches + [.fleet, .web]
        #else
        return benches
        #endif
    }

    /// The bench of the byte stores, compared with files and SQLite.
    private static var cache: NamedBench { NamedBench("cache", .alone { emit in try await CacheBench().run(emit) }) }

    /// The bench of the stubs, and of the loopback server compared with nginx.
    private static var testHelpers: NamedBench {
        NamedBench("testhelpers", .withPeer { peer, emit in try await TestHelpersBench(peer: peer).run(emit) })
    }

    /// The bench of decoding, caching, merging, indexing and output. The start-up of the command line is measured only
    /// if the environment names the programs.
    private static var search: NamedBench {
        NamedBench(
            "search",
            .alone { emit in
                let programs = StartUpPrograms(environment: ProcessInfo.processInfo.environment)
                try await SearchBench(programs: programs).run(emit)
            }
        )
    }

    /// The bench of the command `affected`. The environment variables `SEEK_BENCH_AFFECTED` and
    /// `SEEK_BENCH_REPO` are the paths of Scripts/affected and of the built program `repo`.
    private static var repo: NamedBench {
        NamedBench(
            "repo",
            .alone { emit in
                let environment = ProcessInfo.processInfo.environment
                guard let script = environment["SEEK_BENCH_AFFECTED"], let tool = environment["SEEK_BENCH_REPO"]
                else { throw BenchFailure(description: "SEEK_BENCH_REPO is not set; use Scripts/bench repo") }
                try RepoBench(script: script, tool: tool).run(emit)
            }
        )
    }

    #if os(Linux)
    /// The bench of the HTTP client, compared with URLSession and libcurl.
    private static var networking: NamedBench {
        NamedBench("networking", .withPeer { peer, emit in try await NetworkingBench(peer: peer).run(emit) })
    }

    /// The bench of several machines that share one Redis.
    private static var fleet: NamedBench { NamedBench("fleet", .alone { emit in try await FleetBench().run(emit) }) }

    /// The bench of the web app. The environment variables `SEEK_BENCH_WEB` and `SEEK_BENCH_PEER_FOLDER` are the path
    /// of its program and the folder that the peer serves.
    private static var web: NamedBench {
        NamedBench(
            "web",
            .withPeer { peer, emit in
                let environment = ProcessInfo.processInfo.environment
                guard let program = environment["SEEK_BENCH_WEB"], let folder = environment["SEEK_BENCH_PEER_FOLDER"]
                else { throw BenchFailure(description: "SEEK_BENCH_WEB is not set; use Scripts/bench web") }
                try await WebBench(program: program, peer: peer, peerFolder: folder).run(emit)
            }
        )
    }
    #endif
}
