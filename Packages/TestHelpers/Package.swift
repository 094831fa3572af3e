// swift-tools-version: 6.0

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let basics: Target.Dependency = .product(name: "SeekBasics", package: "Basics")
let networking: Target.Dependency = .product(name: "SeekNetworking", package: "Networking")

let package = Package(
    name: "TestHelpers",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2)],
    products: [
        .library(name: "SeekTestHelpers", targets: ["SeekTestHelpers"]),
        .library(name: "SeekTestingSupport", targets: ["SeekTestingSupport"]),
    ],
    dependencies: [.package(path: "../Basics"), .package(path: "../Networking")],
    targets: [
        .target(name: "SeekTestHelpers", dependencies: [basics, networking], swiftSettings: settings),
        .target(name: "SeekTestingSupport", dependencies: ["SeekTestHelpers", networking], swiftSettings: settings),
        .testTarget(
            name: "SeekTestHelpersTests",
            dependencies: [
                "SeekTestHelpers", "SeekTestingSupport", basics, networking,
                .product(name: "SeekCurlTransport", package: "Networking"),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "SeekTestingSupportTests",
            dependencies: [
                "SeekTestingSupport", "SeekTestHelpers", basics, networking,
                .product(name: "SeekCurlTransport", package: "Networking"),
            ],
            swiftSettings: settings
        ),
    ]
)
