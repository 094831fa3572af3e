// swift-tools-version: 6.0

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
    name: "FuzzTools",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "fuzz", targets: ["fuzz"])],
    dependencies: [
        .package(path: "../../Packages/Assistants"),
        .package(path: "../../Packages/Basics"),
        .package(path: "../../Packages/Cache"),
        .package(path: "../../Packages/CommandLine"),
        .package(path: "../../Packages/Index"),
        .package(path: "../../Packages/Models"),
        .package(path: "../../Packages/Networking"),
        .package(path: "../../Packages/Redis"),
        .package(path: "../../Packages/Search"),
        .package(path: "../../Packages/TestHelpers"),
    ],
    targets: [
        .target(
            name: "FuzzTargets",
            dependencies: [
                .product(name: "SeekAssistants", package: "Assistants"),
                .product(name: "SeekBasics", package: "Basics"),
                .product(name: "SeekCommandLine", package: "CommandLine"),
                .product(name: "SeekHTTPCache", package: "Cache"),
                .product(name: "SeekIndex", package: "Index"),
                .product(name: "SeekModels", package: "Models"),
                .product(name: "SeekNetworking", package: "Networking"),
                .product(name: "SeekRedis", package: "Redis"),
                .product(name: "SeekSearch", package: "Search"),
                .product(name: "SeekTestHelpers", package: "TestHelpers"),
            ],
            swiftSettings: settings
        ),
        .executableTarget(name: "fuzz", dependencies: ["FuzzTargets"], swiftSettings: settings),
        .testTarget(
            name: "FuzzTargetsTests",
            dependencies: ["FuzzTargets", .product(name: "SeekTestHelpers", package: "TestHelpers")],
            swiftSettings: settings
        ),
    ]
)
