// swift-tools-version: 6.0

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let basics: Target.Dependency = .product(name: "SeekBasics", package: "Basics")
let sqlite: Target.Dependency = .product(name: "SeekSQLite", package: "SQLite")

let package = Package(
    name: "Cache",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2)],
    products: [
        .library(name: "SeekCache", targets: ["SeekCache"])
    ],
    dependencies: [
        .package(path: "../Basics"),
        .package(path: "../SQLite"),
        .package(path: "../TestHelpers"),
    ],
    targets: [
        .target(name: "SeekCache", dependencies: [basics, sqlite], swiftSettings: settings),
        .testTarget(
            name: "SeekCacheTests",
            dependencies: ["SeekCache", basics, sqlite, .product(name: "SeekTestHelpers", package: "TestHelpers")],
            swiftSettings: settings
        ),
    ]
)
