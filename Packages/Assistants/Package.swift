// swift-tools-version: 6.0

import PackageDescription

let package = Package(
    name: "Assistants",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2)],
    products: [
        .library(name: "SeekAssistants", targets: ["SeekAssistants"])
    ],
    dependencies: [
        .package(path: "../Seek"), .package(path: "../Search"), .package(path: "../Models"),
        .package(path: "../Networking"), .package(path: "../Basics"), .package(path: "../SampleAPI"),
        .package(path: "../TestHelpers"),
    ],
    targets: [
        .target(
            name: "SeekAssistants",
            dependencies: [
                .product(name: "SeekKit", package: "Seek"), .product(name: "SeekSearch", package: "Search"),
                .product(name: "SeekModels", package: "Models"),
                .product(name: "SeekNetworking", package: "Networking"),
                .product(name: "SeekBasics", package: "Basics"),
            ],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("InternalImportsByDefault"),
            ]
        ),
        .testTarget(
            name: "SeekAssistantsTests",
            dependencies: [
                "SeekAssistants", .product(name: "SeekKit", package: "Seek"),
                .product(name: "SeekNetworking", package: "Networking"),
                .product(name: "SeekBasics", package: "Basics"),
                .product(name: "SeekSampleAPI", package: "SampleAPI"),
                .product(name: "SeekTestHelpers", package: "TestHelpers"),
                .product(name: "SeekTestingSupport", package: "TestHelpers"),
            ],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("InternalImportsByDefault"),
            ]
        ),
    ]
)
