// swift-tools-version: 6.0

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
    name: "Networking",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "SeekNetworking", targets: ["SeekNetworking"]),
        .library(name: "SeekCurlTransport", targets: ["SeekCurlTransport"]),
        .library(name: "SeekURLSessionTransport", targets: ["SeekURLSessionTransport"]),
    ],
    dependencies: [.package(path: "../TestHelpers")],
    targets: [
        .target(name: "SeekNetworking", swiftSettings: settings),
        .target(name: "CLibcurl", swiftSettings: settings),
        .target(
            name: "SeekCurlTransport",
            dependencies: ["SeekNetworking", .target(name: "CLibcurl", condition: .when(platforms: [.linux]))],
            swiftSettings: settings
        ),
        .target(name: "SeekURLSessionTransport", dependencies: ["SeekNetworking"], swiftSettings: settings),
        .testTarget(
            name: "SeekNetworkingTests",
            dependencies: [
                "SeekNetworking",
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
                "SeekURLSessionTransport",
                .target(name: "CLibcurl", condition: .when(platforms: [.linux])),
                .product(name: "SeekTestHelpers", package: "TestHelpers"),
                .product(name: "SeekTestingSupport", package: "TestHelpers"),
            ],
            swiftSettings: settings
        ),
    ]
)
