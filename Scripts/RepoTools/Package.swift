// swift-tools-version: 6.0

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
    name: "RepoTools",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "RepoTools", targets: ["RepoTools"]),
        .executable(name: "repo", targets: ["repo"]),
    ],
    dependencies: [
        .package(path: "../../Packages/Basics")
    ],
    targets: [
        .target(
            name: "RepoTools",
            dependencies: [.product(name: "SeekBasics", package: "Basics")],
            swiftSettings: settings
        ),
        .executableTarget(name: "repo", dependencies: ["RepoTools"], swiftSettings: settings),
        .testTarget(
            name: "RepoToolsTests",
            dependencies: ["RepoTools", "repo", .product(name: "SeekBasics", package: "Basics")],
            swiftSettings: settings
        ),
    ]
)
