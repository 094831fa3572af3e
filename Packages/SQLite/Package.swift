// swift-tools-version: 6.0

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let basics: Target.Dependency = .product(name: "SeekBasics", package: "Basics")

let package = Package(
    name: "SQLite",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2)],
    products: [
        .library(name: "SeekSQLite", targets: ["SeekSQLite"])
    ],
    dependencies: [.package(path: "../Basics")],
    targets: [
        .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
        .target(name: "SeekSQLite", dependencies: ["CSQLite", basics], swiftSettings: settings),
        .testTarget(name: "SeekSQLiteTests", dependencies: ["SeekSQLite", "CSQLite", basics], swiftSettings: settings),
    ]
)
