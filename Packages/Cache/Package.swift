// swift-tools-version: 6.0

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let basics: Target.Dependency = .product(name: "SeekBasics", package: "Basics")
let networking: Target.Dependency = .product(name: "SeekNetworking", package: "Networking")
let sqlite: Target.Dependency = .product(name: "SeekSQLite", package: "SQLite")

let package = Package(
    name: "Cache",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2)],
    products: [
        .library(name: "SeekCache", targets: ["SeekCache"]),
        .library(name: "SeekHTTPCache", targets: ["SeekHTTPCache"]),
    ],
    dependencies: [
        .package(path: "../Basics"),
        .package(path: "../Networking"),
        .package(path: "../SQLite"),
        .package(path: "../TestHelpers"),
    ],
    targets: [
        .target(name: "SeekCache", dependencies: [basics, sqlite], swiftSettings: settings),
        .target(name: "SeekHTTPCache", dependencies: ["SeekCache", networking, basics], swiftSettings: settings),
        .testTarget(
            name: "SeekCacheTests",
            dependencies: ["SeekCache", basics, sqlite, .product(name: "SeekTestHelpers", package: "TestHelpers")],
            swiftSettings: settings
        ),
        .testTarget(
            name: "SeekHTTPCacheTests",
            dependencies: [
                "SeekHTTPCache", "SeekCache", networking, basics,
                .product(name: "SeekTestHelpers", package: "TestHelpers"),
                .product(name: "SeekTestingSupport", package: "TestHelpers"),
            ],
            swiftSettings: settings
        ),
    ]
)
