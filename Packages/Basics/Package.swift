// swift-tools-version: 6.0

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
    name: "Basics",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2)],
    products: [
        .library(name: "SeekBasics", targets: ["SeekBasics"])
    ],
    targets: [
        .target(name: "SeekBasics", swiftSettings: settings),
        .testTarget(name: "SeekBasicsTests", dependencies: ["SeekBasics"], swiftSettings: settings),
    ]
)
