// swift-tools-version: 6.0

import PackageDescription

// The whole repository as one package, for packages that depend on it by URL. Each target is also declared in the
// manifest of its package in `Packages`, which builds and tests that package alone; `Scripts/lint` compares both.

let package = Package(
    name: "Seek",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        // Not `Seek`, because Xcode would build it and the program `seek` in folders whose names differ only in case.
        .library(name: "SeekKit", targets: ["Seek"]),
        .library(name: "SeekModels", targets: ["SeekModels"]),
        .library(name: "SeekNetworking", targets: ["SeekNetworking"]),
        .library(name: "SeekCurlTransport", targets: ["SeekCurlTransport"]),
        .library(name: "SeekURLSessionTransport", targets: ["SeekURLSessionTransport"]),
        .library(name: "SeekSQLite", targets: ["SeekSQLite"]),
        .library(name: "SeekCache", targets: ["SeekCache"]),
        .library(name: "SeekIndex", targets: ["SeekIndex"]),
        .library(name: "SeekSearch", targets: ["SeekSearch"]),
        .library(name: "SeekRedis", targets: ["SeekRedis"]),
        .library(name: "SeekTestHelpers", targets: ["SeekTestHelpers"]),
        .library(name: "SeekTestingSupport", targets: ["SeekTestingSupport"]),
        .library(name: "SeekSampleAPI", targets: ["SeekSampleAPI"]),
        .executable(name: "fixture-server", targets: ["FixtureServer"]),
        .library(name: "SeekCommandLine", targets: ["SeekCommandLine"]),
        .executable(name: "seek", targets: ["SeekTool"]),
        .library(name: "SeekWeb", targets: ["SeekWeb"]),
        .executable(name: "seek-web", targets: ["SeekWebTool"]),
    ],
    targets: [
        // Basics: used by the other modules, not a product
        module("SeekBasics", in: "Basics"),
        tests("SeekBasicsTests", in: "Basics", of: ["SeekBasics"]),

        // Models
        module("SeekModels", in: "Models", uses: ["SeekBasics"]),
        tests("SeekModelsTests", in: "Models", of: ["SeekModels", "SeekTestHelpers"]),

        // Networking
        module("SeekNetworking", in: "Networking", uses: ["SeekBasics"]),
        module("CLibcurl", in: "Networking"),
        module("SeekCurlTransport", in: "Networking", uses: ["SeekBasics", "SeekNetworking", libcurl]),
        module("SeekURLSessionTransport", in: "Networking", uses: ["SeekBasics", "SeekNetworking"]),
        tests(
            "SeekNetworkingTests",
            in: "Networking",
            of: ["SeekNetworking", "SeekBasics", "SeekTestHelpers", "SeekTestingSupport"]
        ),
        tests(
            "SeekTransportTests",
            in: "Networking",
            of: [
                "SeekNetworking", "SeekCurlTransport", "SeekURLSessionTransport", "SeekBasics", libcurl,
                "SeekTestHelpers", "SeekTestingSupport",
            ]
        ),

        // SQLite
        .systemLibrary(
            name: "CSQLite",
            path: "Packages/SQLite/Sources/CSQLite",
            providers: [.apt(["libsqlite3-dev"])]
        ),
        module("SeekSQLite", in: "SQLite", uses: ["SeekBasics", "CSQLite"]),
        tests("SeekSQLiteTests", in: "SQLite", of: ["SeekSQLite", "SeekBasics", "CSQLite"]),

        // Cache
        module("SeekCache", in: "Cache", uses: ["SeekBasics", "SeekSQLite"]),
        tests("SeekCacheTests", in: "Cache", of: ["SeekCache", "SeekBasics", "SeekSQLite", "SeekTestHelpers"]),

        // Index
        module("SeekIndex", in: "Index", uses: ["SeekBasics", "SeekSQLite"]),
        tests("SeekIndexTests", in: "Index", of: ["SeekIndex", "SeekSQLite"]),

        // Search
        module("SeekSearch", in: "Search", uses: ["SeekBasics", "SeekModels", "SeekNetworking"]),
        tests(
            "SeekSearchTests",
            in: "Search",
            of: [
                "SeekSearch", "SeekBasics", "SeekModels", "SeekNetworking", "SeekTestHelpers", "SeekTestingSupport",
                "SeekSampleAPI",
            ]
        ),

        // Redis
        .systemLibrary(
            name: "CHiredis",
            path: "Packages/Redis/Sources/CHiredis",
            providers: [.apt(["libhiredis-dev"])]
        ),
        module("SeekRedis", in: "Redis", uses: [hiredis, "SeekBasics", "SeekNetworking", "SeekSearch"]),
        tests(
            "SeekRedisTests",
            in: "Redis",
            of: [
                "SeekRedis", "SeekBasics", "SeekNetworking", "SeekSearch", "Seek", "SeekTestHelpers",
                "SeekTestingSupport", "SeekSampleAPI",
            ]
        ),

        // TestHelpers
        module("SeekTestHelpers", in: "TestHelpers", uses: ["SeekBasics", "SeekNetworking"]),
        module("SeekTestingSupport", in: "TestHelpers", uses: ["SeekTestHelpers", "SeekNetworking"]),
        module("SeekSampleAPI", in: "TestHelpers", uses: ["SeekTestHelpers", "SeekBasics", "SeekNetworking"]),
        program(
            "FixtureServer",
            in: "TestHelpers",
            uses: ["SeekSampleAPI", "SeekTestHelpers", "SeekBasics", "SeekNetworking"]
        ),
        tests(
            "SeekTestHelpersTests",
            in: "TestHelpers",
            of: ["SeekTestHelpers", "SeekTestingSupport", "SeekBasics", "SeekNetworking", "SeekCurlTransport"]
        ),
        tests(
            "SeekSampleAPITests",
            in: "TestHelpers",
            of: ["SeekSampleAPI", "SeekTestHelpers", "SeekBasics", "SeekNetworking"]
        ),
        tests(
            "FixtureServerTests",
            in: "TestHelpers",
            of: ["FixtureServer", "SeekSampleAPI", "SeekTestHelpers", "SeekBasics", "SeekNetworking"]
        ),
        tests(
            "SeekTestingSupportTests",
            in: "TestHelpers",
            of: ["SeekTestingSupport", "SeekTestHelpers", "SeekBasics", "SeekNetworking", "SeekCurlTransport"]
        ),

        // Seek
        module(
            "Seek",
            in: "Seek",
            uses: [
                "SeekBasics", "SeekModels", "SeekNetworking", "SeekCache", "SeekIndex", "SeekSearch",
                .target(name: "SeekCurlTransport", condition: .when(platforms: [.linux])),
                .target(name: "SeekURLSessionTransport", condition: .when(platforms: apple)),
            ]
        ),
        tests(
            "SeekTests",
            in: "Seek",
            of: [
                "Seek", "SeekBasics", "SeekNetworking", "SeekCache", "SeekIndex", "SeekTestHelpers",
                "SeekTestingSupport", "SeekSampleAPI",
            ]
        ),

        // CommandLine
        .systemLibrary(name: "CWidth", path: "Packages/CommandLine/Sources/CWidth"),
        module(
            "SeekCommandLine",
            in: "CommandLine",
            uses: ["CWidth", "SeekBasics", "SeekNetworking", "SeekCache", "SeekRedis", "Seek"]
        ),
        program("SeekTool", in: "CommandLine", uses: ["SeekCommandLine"]),
        tests(
            "SeekCommandLineTests",
            in: "CommandLine",
            of: [
                "SeekCommandLine", "SeekTool", "SeekBasics", "SeekNetworking", "SeekRedis", "Seek", "SeekTestHelpers",
                "SeekTestingSupport",
                "SeekSampleAPI",
            ]
        ),

        // Web
        .systemLibrary(
            name: "CMicrohttpd",
            path: "Packages/Web/Sources/CMicrohttpd",
            providers: [.apt(["libmicrohttpd-dev"])]
        ),
        module(
            "SeekWeb",
            in: "Web",
            uses: [microhttpd, "SeekBasics", "SeekNetworking", "SeekRedis", "Seek"],
            resources: [
                .embedInCode("API/openapi.json"), .embedInCode("Assets/seek.css"), .embedInCode("Assets/seek.js"),
            ]
        ),
        program("SeekWebTool", in: "Web", uses: ["SeekWeb"]),
        tests(
            "SeekWebTests",
            in: "Web",
            of: [
                "SeekWeb", "SeekBasics", "SeekNetworking", "SeekRedis", "Seek", "SeekTestHelpers", "SeekTestingSupport",
                "SeekSampleAPI",
            ]
        ),
    ]
)

var apple: [Platform] { [.macOS, .iOS, .macCatalyst, .tvOS, .watchOS, .visionOS] }
var hiredis: Target.Dependency { .target(name: "CHiredis", condition: .when(platforms: [.linux])) }
var microhttpd: Target.Dependency { .target(name: "CMicrohttpd", condition: .when(platforms: [.linux])) }
var libcurl: Target.Dependency { .target(name: "CLibcurl", condition: .when(platforms: [.linux])) }

func module(
    _ name: String,
    in package: String,
    uses dependencies: [Target.Dependency] = [],
    resources: [Resource] = []
) -> Target {
    .target(
        name: name,
        dependencies: dependencies,
        path: "Packages/\(package)/Sources/\(name)",
        resources: resources.isEmpty ? nil : resources
    )
}

func program(_ name: String, in package: String, uses dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: "Packages/\(package)/Sources/\(name)")
}

func tests(_ name: String, in package: String, of dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, path: "Packages/\(package)/Tests/\(name)")
}

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ]
}
