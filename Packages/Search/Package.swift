// swift-tools-version: 6.0

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let basics: Target.Dependency = .product(name: "SeekBasics", package: "Basics")
let cache: Target.Dependency = .product(name: "SeekCache", package: "Cache")
let httpCache: Target.Dependency = .product(name: "SeekHTTPCache", package: "Cache")
let models: Target.Dependency = .product(name: "SeekModels", package: "Models")
let networking: Target.Dependency = .product(name: "SeekNetworking", package: "Networking")

let package = Package(
    name: "Search",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2)],
    products: [
        .library(name: "SeekSearch", targets: ["SeekSearch"])
    ],
    dependencies: [
        .package(path: "../Basics"),
        .package(path: "../Cache"),
        .package(path: "../Models"),
        .package(path: "../Networking"),
        .package(path: "../SampleAPI"),
        .package(path: "../TestHelpers"),
    ],
    targets: [
        .target(
            name: "SeekSearch",
            dependencies: [basics, cache, httpCache, models, networking],
            swiftSettings: settings
        ),
        .testTarget(
            name: "SeekSearchTests",
            dependencies: [
                "SeekSearch", basics, cache, httpCache, models, networking,
                .product(name: "SeekTestHelpers", package: "TestHelpers"),
                .product(name: "SeekTestingSupport", package: "TestHelpers"),
                .product(name: "SeekSampleAPI", package: "SampleAPI"),
            ],
            swiftSettings: settings
        ),
    ]
)
