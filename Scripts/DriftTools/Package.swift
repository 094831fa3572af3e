// swift-tools-version: 6.0

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
    name: "DriftTools",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "drift", targets: ["drift"])],
    dependencies: [
        .package(path: "../../Packages/Basics"), .package(path: "../../Packages/Models"),
        .package(path: "../../Packages/TestHelpers"),
    ],
    targets: [
        .target(
            name: "DriftTools",
            dependencies: [
                .product(name: "SeekBasics", package: "Basics"), .product(name: "SeekModels", package: "Models"),
            ],
            swiftSettings: settings
        ),
        .executableTarget(name: "drift", dependencies: ["DriftTools"], swiftSettings: settings),
        .testTarget(
            name: "DriftToolsTests",
            dependencies: [
                "DriftTools", .product(name: "SeekBasics", package: "Basics"),
                .product(name: "SeekTestHelpers", package: "TestHelpers"),
            ],
            swiftSettings: settings
        ),
    ]
)
