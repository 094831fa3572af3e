// swift-tools-version: 6.0

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let basics: Target.Dependency = .product(name: "SeekBasics", package: "Basics")
let cache: Target.Dependency = .product(name: "SeekCache", package: "Cache")
let httpCache: Target.Dependency = .product(name: "SeekHTTPCache", package: "Cache")
let networking: Target.Dependency = .product(name: "SeekNetworking", package: "Networking")
let search: Target.Dependency = .product(name: "SeekSearch", package: "Search")
let hiredis: Target.Dependency = .target(name: "CHiredis", condition: .when(platforms: [.linux]))

let package = Package(
    name: "Redis",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2)],
    products: [
        .library(name: "SeekRedis", targets: ["SeekRedis"])
    ],
    dependencies: [
        .package(path: "../Basics"),
        .package(path: "../Cache"),
        .package(path: "../Networking"),
        .package(path: "../Search"),
        .package(path: "../Seek"),
        .package(path: "../SampleAPI"),
        .package(path: "../TestHelpers"),
    ],
    targets: [
        .systemLibrary(name: "CHiredis", providers: [.apt(["libhiredis-dev"])]),
        .target(
            name: "SeekRedis",
            dependencies: [hiredis, basics, cache, httpCache, networking, search],
            swiftSettings: settings
        ),
        .testTarget(
            name: "SeekRedisTests",
            dependencies: [
                "SeekRedis", basics, cache, httpCache, networking, search,
                .product(name: "SeekKit", package: "Seek"),
                .product(name: "SeekTestHelpers", package: "TestHelpers"),
                .product(name: "SeekTestingSupport", package: "TestHelpers"),
                .product(name: "SeekSampleAPI", package: "SampleAPI"),
            ],
            swiftSettings: settings
        ),
    ]
)
