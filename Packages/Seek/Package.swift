// swift-tools-version: 6.0

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let basics: Target.Dependency = .product(name: "SeekBasics", package: "Basics")

let modules: [Target.Dependency] = [
    basics,
    .product(name: "SeekModels", package: "Models"),
    .product(name: "SeekNetworking", package: "Networking"),
    .product(name: "SeekCache", package: "Cache"),
    .product(name: "SeekHTTPCache", package: "Cache"),
    .product(name: "SeekIndex", package: "Index"),
    .product(name: "SeekSearch", package: "Search"),
]

let transports: [Target.Dependency] = [
    .product(name: "SeekCurlTransport", package: "Networking", condition: .when(platforms: [.linux])),
    .product(
        name: "SeekURLSessionTransport",
        package: "Networking",
        condition: .when(platforms: [.macOS, .iOS, .macCatalyst, .tvOS, .visionOS])
    ),
]

let package = Package(
    name: "Seek",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2)],
    products: [
        // Not `Seek`, because Xcode would build it and the program `seek` in folders whose names differ only in case.
        .library(name: "SeekKit", targets: ["Seek"])
    ],
    dependencies: [
        .package(path: "../Basics"),
        .package(path: "../Models"),
        .package(path: "../Networking"),
        .package(path: "../Cache"),
        .package(path: "../Index"),
        .package(path: "../Search"),
        .package(path: "../SampleAPI"),
        .package(path: "../TestHelpers"),
    ],
    targets: [
        .target(name: "Seek", dependencies: modules + transports, swiftSettings: settings),
        .testTarget(
            name: "SeekTests",
            dependencies: [
                "Seek", basics,
                .product(name: "SeekNetworking", package: "Networking"),
                .product(name: "SeekCache", package: "Cache"),
                .product(name: "SeekHTTPCache", package: "Cache"),
                .product(name: "SeekIndex", package: "Index"),
                .product(name: "SeekTestHelpers", package: "TestHelpers"),
                .product(name: "SeekTestingSupport", package: "TestHelpers"),
                .product(name: "SeekSampleAPI", package: "SampleAPI"),
            ],
            swiftSettings: settings
        ),
    ]
)
