// swift-tools-version: 6.0

import PackageDescription

// The whole repository as one package, for packages that depend on it by URL. Generated from the manifests of the
// packages by `Scripts/repo manifests --write`; change those instead.

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
    name: "Seek",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2)],
    products: [
        .library(name: "SeekModels", targets: ["SeekModels"]),
        .library(name: "SeekNetworking", targets: ["SeekNetworking"]),
        .library(name: "SeekCurlTransport", targets: ["SeekCurlTransport"]),
        .library(name: "SeekURLSessionTransport", targets: ["SeekURLSessionTransport"]),
        .library(name: "SeekSQLite", targets: ["SeekSQLite"]),
        .library(name: "SeekCache", targets: ["SeekCache"]),
        .library(name: "SeekHTTPCache", targets: ["SeekHTTPCache"]),
        .library(name: "SeekIndex", targets: ["SeekIndex"]),
        .library(name: "SeekSearch", targets: ["SeekSearch"]),
        .library(name: "SeekRedis", targets: ["SeekRedis"]),
        .library(name: "SeekKit", targets: ["Seek"]),
        .library(name: "SeekAssistants", targets: ["SeekAssistants"]),
        .library(name: "SeekCommandLine", targets: ["SeekCommandLine"]),
        .executable(name: "seek", targets: ["SeekTool"]),
        .library(name: "SeekTestHelpers", targets: ["SeekTestHelpers"]),
        .library(name: "SeekTestingSupport", targets: ["SeekTestingSupport"]),
        .library(name: "SeekSampleAPI", targets: ["SeekSampleAPI"]),
        .executable(name: "fixture-server", targets: ["FixtureServer"]),
        .library(name: "SeekWeb", targets: ["SeekWeb"]),
        .executable(name: "seek-web", targets: ["SeekWebTool"]),
    ],
    targets: [
        // Basics
        .target(
            name: "SeekBasics",
            path: "Packages/Basics/Sources/SeekBasics",
            swiftSettings: settings
        ),
        .testTarget(
            name: "SeekBasicsTests",
            dependencies: ["SeekBasics"],
            path: "Packages/Basics/Tests/SeekBasicsTests",
            swiftSettings: settings
        ),
        // Models
        .target(
            name: "SeekModels",
            dependencies: ["SeekBasics"],
            path: "Packages/Models/Sources/SeekModels",
            swiftSettings: settings
        ),
        .testTarget(
            name: "SeekModelsTests",
            dependencies: ["SeekModels", "SeekBasics", "SeekTestHelpers"],
            path: "Packages/Models/Tests/SeekModelsTests",
            swiftSettings: settings
        ),
        // Networking
        .target(
            name: "SeekNetworking",
            dependencies: ["SeekBasics"],
            path: "Packages/Networking/Sources/SeekNetworking",
            swiftSettings: settings
        ),
        .target(
            name: "CLibcurl",
            path: "Packages/Networking/Sources/CLibcurl",
            swiftSettings: settings
        ),
        .target(
            name: "SeekCurlTransport",
            dependencies: [
                "SeekNetworking",
                "SeekBasics",
                .target(name: "CLibcurl", condition: .when(platforms: [.linux])),
            ],
            path: "Packages/Networking/Sources/SeekCurlTransport",
            swiftSettings: settings
        ),
        .target(
            name: "SeekURLSessionTransport",
            dependencies: ["SeekNetworking", "SeekBasics"],
            path: "Packages/Networking/Sources/SeekURLSessionTransport",
            swiftSettings: settings
        ),
        .testTarget(
            name: "SeekNetworkingTests",
            dependencies: ["SeekNetworking", "SeekBasics", "SeekTestHelpers", "SeekTestingSupport"],
            path: "Packages/Networking/Tests/SeekNetworkingTests",
            swiftSettings: settings
        ),
        .testTarget(
            name: "SeekTransportTests",
            dependencies: [
                "SeekNetworking",
                "SeekCurlTransport",
                "SeekURLSessionTransport",
                "SeekBasics",
                .target(name: "CLibcurl", condition: .when(platforms: [.linux])),
                "SeekTestHelpers",
                "SeekTestingSupport",
            ],
            path: "Packages/Networking/Tests/SeekTransportTests",
            swiftSettings: settings
        ),
        // SQLite
        .systemLibrary(
            name: "CSQLite",
            path: "Packages/SQLite/Sources/CSQLite",
            providers: [.apt(["libsqlite3-dev"])]
        ),
        .target(
            name: "SeekSQLite",
            dependencies: ["CSQLite", "SeekBasics"],
            path: "Packages/SQLite/Sources/SeekSQLite",
            swiftSettings: settings
        ),
        .testTarget(
            name: "SeekSQLiteTests",
            dependencies: ["SeekSQLite", "CSQLite", "SeekBasics"],
            path: "Packages/SQLite/Tests/SeekSQLiteTests",
            swiftSettings: settings
        ),
        // Cache
        .target(
            name: "SeekCache",
            dependencies: ["SeekBasics", "SeekSQLite"],
            path: "Packages/Cache/Sources/SeekCache",
            swiftSettings: settings
        ),
        .target(
            name: "SeekHTTPCache",
            dependencies: ["SeekCache", "SeekNetworking", "SeekBasics"],
            path: "Packages/Cache/Sources/SeekHTTPCache",
            swiftSettings: settings
        ),
        .testTarget(
            name: "SeekCacheTests",
            dependencies: ["SeekCache", "SeekBasics", "SeekSQLite", "SeekTestHelpers"],
            path: "Packages/Cache/Tests/SeekCacheTests",
            swiftSettings: settings
        ),
        .testTarget(
            name: "SeekHTTPCacheTests",
            dependencies: [
                "SeekHTTPCache",
                "SeekCache",
                "SeekNetworking",
                "SeekBasics",
                "SeekTestHelpers",
                "SeekTestingSupport",
            ],
            path: "Packages/Cache/Tests/SeekHTTPCacheTests",
            swiftSettings: settings
        ),
        // Index
        .target(
            name: "SeekIndex",
            dependencies: ["SeekBasics", "SeekSQLite"],
            path: "Packages/Index/Sources/SeekIndex",
            swiftSettings: settings
        ),
        .testTarget(
            name: "SeekIndexTests",
            dependencies: ["SeekIndex", "SeekSQLite"],
            path: "Packages/Index/Tests/SeekIndexTests",
            swiftSettings: settings
        ),
        // Search
        .target(
            name: "SeekSearch",
            dependencies: ["SeekBasics", "SeekCache", "SeekHTTPCache", "SeekModels", "SeekNetworking"],
            path: "Packages/Search/Sources/SeekSearch",
            swiftSettings: settings
        ),
        .testTarget(
            name: "SeekSearchTests",
            dependencies: [
                "SeekSearch",
                "SeekBasics",
                "SeekCache",
                "SeekHTTPCache",
                "SeekModels",
                "SeekNetworking",
                "SeekTestHelpers",
                "SeekTestingSupport",
                "SeekSampleAPI",
            ],
            path: "Packages/Search/Tests/SeekSearchTests",
            swiftSettings: settings
        ),
        // Redis
        .systemLibrary(
            name: "CHiredis",
            path: "Packages/Redis/Sources/CHiredis",
            providers: [.apt(["libhiredis-dev"])]
        ),
        .target(
            name: "SeekRedis",
            dependencies: [
                .target(name: "CHiredis", condition: .when(platforms: [.linux])),
                "SeekBasics",
                "SeekCache",
                "SeekHTTPCache",
                "SeekNetworking",
                "SeekSearch",
            ],
            path: "Packages/Redis/Sources/SeekRedis",
            swiftSettings: settings
        ),
        .testTarget(
            name: "SeekRedisTests",
            dependencies: [
                "SeekRedis",
                "SeekBasics",
                "SeekCache",
                "SeekHTTPCache",
                "SeekNetworking",
                "SeekSearch",
                "Seek",
                "SeekTestHelpers",
                "SeekTestingSupport",
                "SeekSampleAPI",
            ],
            path: "Packages/Redis/Tests/SeekRedisTests",
            swiftSettings: settings
        ),
        // Seek
        .target(
            name: "Seek",
            dependencies: [
                "SeekBasics",
                "SeekModels",
                "SeekNetworking",
                "SeekCache",
                "SeekHTTPCache",
                "SeekIndex",
                "SeekSearch",
                .target(name: "SeekCurlTransport", condition: .when(platforms: [.linux])),
                .target(
                    name: "SeekURLSessionTransport",
                    condition: .when(platforms: [.macOS, .iOS, .macCatalyst, .tvOS, .visionOS])
                ),
            ],
            path: "Packages/Seek/Sources/Seek",
            swiftSettings: settings
        ),
        .testTarget(
            name: "SeekTests",
            dependencies: [
                "Seek",
                "SeekBasics",
                "SeekNetworking",
                "SeekCache",
                "SeekHTTPCache",
                "SeekIndex",
                "SeekTestHelpers",
                "SeekTestingSupport",
                "SeekSampleAPI",
            ],
            path: "Packages/Seek/Tests/SeekTests",
            swiftSettings: settings
        ),
        // Assistants
        .target(
            name: "SeekAssistants",
            dependencies: ["Seek", "SeekSearch", "SeekModels", "SeekNetworking", "SeekBasics"],
            path: "Packages/Assistants/Sources/SeekAssistants",
            swiftSettings: settings
        ),
        .testTarget(
            name: "SeekAssistantsTests",
            dependencies: [
                "SeekAssistants",
                "Seek",
                "SeekNetworking",
                "SeekBasics",
                "SeekSampleAPI",
                "SeekTestHelpers",
                "SeekTestingSupport",
            ],
            path: "Packages/Assistants/Tests/SeekAssistantsTests",
            swiftSettings: settings
        ),
        // CommandLine
        .systemLibrary(
            name: "CWidth",
            path: "Packages/CommandLine/Sources/CWidth"
        ),
        .target(
            name: "SeekCommandLine",
            dependencies: [
                "CWidth",
                "SeekBasics",
                "SeekNetworking",
                "SeekCache",
                "SeekRedis",
                "Seek",
                "SeekAssistants",
            ],
            path: "Packages/CommandLine/Sources/SeekCommandLine",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "SeekTool",
            dependencies: ["SeekCommandLine"],
            path: "Packages/CommandLine/Sources/SeekTool",
            swiftSettings: settings
        ),
        .testTarget(
            name: "SeekCommandLineTests",
            dependencies: [
                "SeekCommandLine",
                "SeekTool",
                "SeekBasics",
                "SeekNetworking",
                "SeekRedis",
                "Seek",
                "SeekTestHelpers",
                "SeekTestingSupport",
                "SeekSampleAPI",
            ],
            path: "Packages/CommandLine/Tests/SeekCommandLineTests",
            swiftSettings: settings
        ),
        // TestHelpers
        .target(
            name: "SeekTestHelpers",
            dependencies: ["SeekBasics", "SeekNetworking"],
            path: "Packages/TestHelpers/Sources/SeekTestHelpers",
            swiftSettings: settings
        ),
        .target(
            name: "SeekTestingSupport",
            dependencies: ["SeekTestHelpers", "SeekNetworking"],
            path: "Packages/TestHelpers/Sources/SeekTestingSupport",
            swiftSettings: settings
        ),
        .testTarget(
            name: "SeekTestHelpersTests",
            dependencies: [
                "SeekTestHelpers",
                "SeekTestingSupport",
                "SeekBasics",
                "SeekNetworking",
                "SeekCurlTransport",
            ],
            path: "Packages/TestHelpers/Tests/SeekTestHelpersTests",
            swiftSettings: settings
        ),
        .testTarget(
            name: "SeekTestingSupportTests",
            dependencies: [
                "SeekTestingSupport",
                "SeekTestHelpers",
                "SeekBasics",
                "SeekNetworking",
                "SeekCurlTransport",
            ],
            path: "Packages/TestHelpers/Tests/SeekTestingSupportTests",
            swiftSettings: settings
        ),
        // SampleAPI
        .target(
            name: "SeekSampleAPI",
            dependencies: ["SeekBasics", "SeekNetworking", "SeekTestHelpers"],
            path: "Packages/SampleAPI/Sources/SeekSampleAPI",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "FixtureServer",
            dependencies: ["SeekSampleAPI", "SeekBasics", "SeekNetworking", "SeekTestHelpers"],
            path: "Packages/SampleAPI/Sources/FixtureServer",
            swiftSettings: settings
        ),
        .testTarget(
            name: "SeekSampleAPITests",
            dependencies: ["SeekSampleAPI", "SeekBasics", "SeekNetworking", "SeekTestHelpers"],
            path: "Packages/SampleAPI/Tests/SeekSampleAPITests",
            swiftSettings: settings
        ),
        .testTarget(
            name: "FixtureServerTests",
            dependencies: ["FixtureServer", "SeekSampleAPI", "SeekBasics", "SeekNetworking", "SeekTestHelpers"],
            path: "Packages/SampleAPI/Tests/FixtureServerTests",
            swiftSettings: settings
        ),
        // Web
        .systemLibrary(
            name: "CMicrohttpd",
            path: "Packages/Web/Sources/CMicrohttpd",
            providers: [.apt(["libmicrohttpd-dev"])]
        ),
        .target(
            name: "SeekWeb",
            dependencies: [
                .target(name: "CMicrohttpd", condition: .when(platforms: [.linux])),
                "SeekBasics",
                "SeekCache",
                "SeekNetworking",
                "SeekRedis",
                "Seek",
            ],
            path: "Packages/Web/Sources/SeekWeb",
            resources: [
                .embedInCode("API/openapi.json"),
                .embedInCode("Pages/seek.css"),
                .embedInCode("Pages/seek.js"),
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "SeekWebTool",
            dependencies: ["SeekWeb"],
            path: "Packages/Web/Sources/SeekWebTool",
            swiftSettings: settings
        ),
        .testTarget(
            name: "SeekWebTests",
            dependencies: [
                "SeekWeb",
                "SeekBasics",
                "SeekNetworking",
                "SeekRedis",
                "Seek",
                "SeekTestHelpers",
                "SeekTestingSupport",
                "SeekSampleAPI",
            ],
            path: "Packages/Web/Tests/SeekWebTests",
            swiftSettings: settings
        ),
    ]
)
