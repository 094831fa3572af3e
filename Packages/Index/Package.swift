// swift-tools-version: 6.0

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let sqlite: Target.Dependency = .product(name: "SeekSQLite", package: "SQLite")

let package = Package(
    name: "Index",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "SeekIndex", targets: ["SeekIndex"])
    ],
    dependencies: [
        .package(path: "../SQLite")
    ],
    targets: [
        .target(name: "SeekIndex", dependencies: [sqlite], swiftSettings: settings),
        .testTarget(name: "SeekIndexTests", dependencies: ["SeekIndex", sqlite], swiftSettings: settings),
    ]
)
