// swift-tools-version: 6.0

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let basics: Target.Dependency = .product(name: "SeekBasics", package: "Basics")
let cache: Target.Dependency = .product(name: "SeekCache", package: "Cache")
let networking: Target.Dependency = .product(name: "SeekNetworking", package: "Networking")
let redis: Target.Dependency = .product(name: "SeekRedis", package: "Redis")
let microhttpd: Target.Dependency = .target(name: "CMicrohttpd", condition: .when(platforms: [.linux]))

let package = Package(
    name: "Web",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2)],
    products: [
        .library(name: "SeekWeb", targets: ["SeekWeb"]),
        .executable(name: "seek-web", targets: ["SeekWebTool"]),
    ],
    dependencies: [
        .package(path: "../Basics"),
        .package(path: "../Cache"),
        .package(path: "../Networking"),
        .package(path: "../Redis"),
        .package(path: "../Seek"),
        .package(path: "../SampleAPI"),
        .package(path: "../TestHelpers"),
    ],
    targets: [
        .systemLibrary(name: "CMicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .target(
            name: "SeekWeb",
            dependencies: [microhttpd, basics, cache, networking, redis, .product(name: "SeekKit", package: "Seek")],
            resources: [
                .embedInCode("API/openapi.json"), .embedInCode("Pages/seek.css"), .embedInCode("Pages/seek.js"),
            ],
            swiftSettings: settings
        ),
        .executableTarget(name: "SeekWebTool", dependencies: ["SeekWeb"], swiftSettings: settings),
        .testTarget(
            name: "SeekWebTests",
            dependencies: [
                "SeekWeb", basics, networking, redis,
                .product(name: "SeekKit", package: "Seek"),
                .product(name: "SeekTestHelpers", package: "TestHelpers"),
                .product(name: "SeekTestingSupport", package: "TestHelpers"),
                .product(name: "SeekSampleAPI", package: "SampleAPI"),
            ],
            swiftSettings: settings
        ),
    ]
)
