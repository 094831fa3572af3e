// swift-tools-version: 6.0

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let basics: Target.Dependency = .product(name: "SeekBasics", package: "Basics")
let networking: Target.Dependency = .product(name: "SeekNetworking", package: "Networking")
let cache: Target.Dependency = .product(name: "SeekCache", package: "Cache")
let redis: Target.Dependency = .product(name: "SeekRedis", package: "Redis")

let package = Package(
    name: "CommandLine",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2)],
    products: [
        .library(name: "SeekCommandLine", targets: ["SeekCommandLine"]),
        .executable(name: "seek", targets: ["SeekTool"]),
    ],
    dependencies: [
        .package(path: "../Assistants"),
        .package(path: "../Basics"),
        .package(path: "../Networking"),
        .package(path: "../Cache"),
        .package(path: "../Redis"),
        .package(path: "../Seek"),
        .package(path: "../SampleAPI"),
        .package(path: "../TestHelpers"),
    ],
    targets: [
        .systemLibrary(name: "CWidth"),
        .target(
            name: "SeekCommandLine",
            dependencies: [
                "CWidth", basics, networking, cache, redis, .product(name: "SeekKit", package: "Seek"),
                .product(name: "SeekAssistants", package: "Assistants"),
            ],
            swiftSettings: settings
        ),
        // Its product is named `seek`; a target of that name would collide with `Seek` on a case-insensitive file
        // system.
        .executableTarget(name: "SeekTool", dependencies: ["SeekCommandLine"], swiftSettings: settings),
        .testTarget(
            name: "SeekCommandLineTests",
            dependencies: [
                "SeekCommandLine", "SeekTool", basics, networking, redis,
                .product(name: "SeekKit", package: "Seek"),
                .product(name: "SeekTestHelpers", package: "TestHelpers"),
                .product(name: "SeekTestingSupport", package: "TestHelpers"),
                .product(name: "SeekSampleAPI", package: "SampleAPI"),
            ],
            swiftSettings: settings
        ),
    ]
)
