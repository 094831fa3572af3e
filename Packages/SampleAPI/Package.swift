// swift-tools-version: 6.0

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let basics: Target.Dependency = .product(name: "SeekBasics", package: "Basics")
let networking: Target.Dependency = .product(name: "SeekNetworking", package: "Networking")
let testHelpers: Target.Dependency = .product(name: "SeekTestHelpers", package: "TestHelpers")

let package = Package(
    name: "SampleAPI",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2)],
    products: [
        .library(name: "SeekSampleAPI", targets: ["SeekSampleAPI"]),
        .executable(name: "fixture-server", targets: ["FixtureServer"]),
    ],
    dependencies: [.package(path: "../Basics"), .package(path: "../Networking"), .package(path: "../TestHelpers")],
    targets: [
        .target(name: "SeekSampleAPI", dependencies: [basics, networking, testHelpers], swiftSettings: settings),
        .executableTarget(
            name: "FixtureServer",
            dependencies: ["SeekSampleAPI", basics, networking, testHelpers],
            swiftSettings: settings
        ),
        .testTarget(
            name: "SeekSampleAPITests",
            dependencies: ["SeekSampleAPI", basics, networking, testHelpers],
            swiftSettings: settings
        ),
        .testTarget(
            name: "FixtureServerTests",
            dependencies: ["FixtureServer", "SeekSampleAPI", basics, networking, testHelpers],
            swiftSettings: settings
        ),
    ]
)
