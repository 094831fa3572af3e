// swift-tools-version: 6.0

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let networking: Target.Dependency = .product(name: "SeekNetworking", package: "Networking")
let curlTransport: Target.Dependency = .product(name: "SeekCurlTransport", package: "Networking")
let basics: Target.Dependency = .product(name: "SeekBasics", package: "Basics")
let cache: Target.Dependency = .product(name: "SeekCache", package: "Cache")
let httpCache: Target.Dependency = .product(name: "SeekHTTPCache", package: "Cache")
let commandLine: Target.Dependency = .product(name: "SeekCommandLine", package: "CommandLine")
let index: Target.Dependency = .product(name: "SeekIndex", package: "Index")
let redis: Target.Dependency = .product(name: "SeekRedis", package: "Redis")
let seek: Target.Dependency = .product(name: "SeekKit", package: "Seek")
let testHelpers: Target.Dependency = .product(name: "SeekTestHelpers", package: "TestHelpers")
let sampleAPI: Target.Dependency = .product(name: "SeekSampleAPI", package: "SampleAPI")

let package = Package(
    name: "BenchTools",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "bare", targets: ["bare"]),
        .executable(name: "bench", targets: ["bench"]),
        .executable(name: "http-driver", targets: ["http-driver"]),
        .executable(name: "torment", targets: ["torment"]),
    ],
    dependencies: [
        .package(path: "../../Packages/Basics"),
        .package(path: "../../Packages/Cache"),
        .package(path: "../../Packages/CommandLine"),
        .package(path: "../../Packages/Index"),
        .package(path: "../../Packages/Networking"),
        .package(path: "../../Packages/Redis"),
        .package(path: "../../Packages/SampleAPI"),
        .package(path: "../../Packages/Seek"),
        .package(path: "../../Packages/TestHelpers"),
    ],
    targets: [
        .target(name: "BenchKit", dependencies: [basics], swiftSettings: settings),
        .target(name: "CurlBaseline", linkerSettings: [.linkedLibrary("curl", .when(platforms: [.linux]))]),
        .target(
            name: "NetworkingBench",
            dependencies: ["BenchKit", "CurlBaseline", networking, curlTransport],
            swiftSettings: settings
        ),
        .target(name: "SQLiteBaseline", linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(
            name: "CacheBench",
            dependencies: ["BenchKit", "SQLiteBaseline", cache, httpCache, networking, testHelpers],
            swiftSettings: settings
        ),
        .executableTarget(name: "bare", swiftSettings: settings),
        .target(
            name: "SearchBench",
            dependencies: ["BenchKit", commandLine, index, networking, seek, testHelpers],
            swiftSettings: settings
        ),
        .target(name: "RedisBaseline", linkerSettings: [.linkedLibrary("hiredis")]),
        .target(
            name: "Fleet",
            dependencies: ["BenchKit", basics, networking, redis, seek, testHelpers],
            swiftSettings: settings
        ),
        .target(
            name: "FleetBench",
            dependencies: ["BenchKit", "Fleet", "RedisBaseline", cache, httpCache, redis, testHelpers],
            swiftSettings: settings
        ),
        .target(
            name: "FleetStress",
            dependencies: ["BenchKit", "Fleet", basics, testHelpers],
            swiftSettings: settings
        ),
        .target(
            name: "WebBench",
            dependencies: ["BenchKit", "TestHelpersBench", networking, sampleAPI, testHelpers],
            swiftSettings: settings
        ),
        .target(
            name: "BenchTool",
            dependencies: [
                "BenchKit", "NetworkingBench", "CacheBench", "TestHelpersBench", "SearchBench", "FleetBench",
                "RepoBench", "WebBench", basics,
            ],
            swiftSettings: settings
        ),
        .target(name: "HTTPDriver", dependencies: [basics, cache, httpCache, networking], swiftSettings: settings),
        .executableTarget(
            name: "http-driver",
            dependencies: ["BenchKit", "HTTPDriver", basics, cache, curlTransport],
            swiftSettings: settings
        ),
        .target(name: "RepoBench", dependencies: ["BenchKit"], swiftSettings: settings),
        .target(
            name: "TestHelpersBench",
            dependencies: ["BenchKit", testHelpers, networking],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "bench",
            dependencies: ["BenchKit", "BenchTool", "Fleet"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "torment",
            dependencies: ["BenchKit", "Fleet", "FleetStress"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "BenchToolsTests",
            dependencies: [
                "BenchKit", "BenchTool", "CacheBench", "Fleet", "FleetBench", "FleetStress", "HTTPDriver",
                "NetworkingBench", "RedisBaseline", "RepoBench", "SearchBench", "TestHelpersBench", "WebBench", basics,
                cache, curlTransport, networking, testHelpers,
            ],
            swiftSettings: settings
        ),
    ]
)
