// swift-tools-version: 6.0

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let basics: Target.Dependency = .product(name: "SeekBasics", package: "Basics")

let package = Package(
    name: "Models",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2)],
    products: [.library(name: "SeekModels", targets: ["SeekModels"])],
    dependencies: [.package(path: "../Basics"), .package(path: "../TestHelpers")],
    targets: [
        .target(name: "SeekModels", dependencies: [basics], swiftSettings: settings),
        .testTarget(
            name: "SeekModelsTests",
            dependencies: ["SeekModels", basics, .product(name: "SeekTestHelpers", package: "TestHelpers")],
            swiftSettings: settings
        ),
    ]
)
