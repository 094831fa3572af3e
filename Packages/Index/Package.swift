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
    name: "Index",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2)],
    products: [
        .library(name: "SeekIndex", targets: ["SeekIndex"])
    ],
    dependencies: [.package(path: "../Basics"), .package(path: "../SQLite")],
    targets: [
        .target(name: "SeekIndex", dependencies: [basics, sqlite], swiftSettings: settings),
        .testTarget(name: "SeekIndexTests", dependencies: ["SeekIndex", sqlite], swiftSettings: settings),
    ]
)
