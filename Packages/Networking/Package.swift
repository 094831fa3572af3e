// swift-tools-version: 6.0

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let basics: Target.Dependency = .product(name: "SeekBasics", package: "Basics")

let package = Package(
    name: "Networking",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2)],
    products: [
        .library(name: "SeekNetworking", targets: ["SeekNetworking"]),
        .library(name: "SeekCurlTransport", targets: ["SeekCurlTransport"]),
        .library(name: "SeekURLSessionTransport", targets: ["SeekURLSessionTransport"]),
    ],
    dependencies: [.package(path: "../Basics"), .package(path: "../TestHelpers")],
    targets: [
        .target(name: "SeekNetworking", dependencies: [basics], swiftSettings: settings),
        .target(name: "CLibcurl", swiftSettings: settings),
        .target(
            name: "SeekCurlTransport",
            dependencies: ["SeekNetworking", basics, .target(name: "CLibcurl", condition: .when(platforms: [.linux]))],
            swiftSettings: settings
        ),
        .target(name: "SeekURLSessionTransport", dependencies: ["SeekNetworking", basics], swiftSettings: settings),
        .testTarget(
            name: "SeekNetworkingTests",
            dependencies: [
                "SeekNetworking", basics,
                .product(name: "SeekTestHelpers", package: "TestHelpers"),
                .product(name: "SeekTestingSupport", package: "TestHelpers"),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "SeekTransportTests",
            dependencies: [
                "SeekNetworking",
                "SeekCurlTransport",
                "SeekURLSessionTransport", basics,
                .target(name: "CLibcurl", condition: .when(platforms: [.linux])),
                .product(name: "SeekTestHelpers", package: "TestHelpers"),
                .product(name: "SeekTestingSupport", package: "TestHelpers"),
            ],
            swiftSettings: settings
        ),
    ]
)
