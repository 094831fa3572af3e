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
    targets: [
        .target(name: "RepoTools", swiftSettings: settings),
        .executableTarget(name: "repo", dependencies: ["RepoTools"], swiftSettings: settings),
        .testTarget(name: "RepoToolsTests", dependencies: ["RepoTools", "repo"], swiftSettings: settings),
    ]
)
