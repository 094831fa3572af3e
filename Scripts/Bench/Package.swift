// swift-tools-version: 6.0

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let networking: [Target.Dependency] = ["SeekNetworking", "SeekCurlTransport"].map {
    .product(name: $0, package: "Networking")
}
let testHelpers: Target.Dependency = .product(name: "SeekTestHelpers", package: "TestHelpers")

let package = Package(
    name: "Bench",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "bench", targets: ["bench"]),
        .executable(name: "repo-bench", targets: ["repo-bench"]),
        .executable(name: "torment", targets: ["torment"]),
    ],
    dependencies: [
        .package(path: "../../Packages/Networking"),
        .package(path: "../../Packages/TestHelpers"),
    ],
    targets: [
        .target(name: "BenchKit", swiftSettings: settings),
        .target(name: "CurlBaseline", linkerSettings: [.linkedLibrary("curl", .when(platforms: [.linux]))]),
        .target(
            name: "NetworkingBench",
            dependencies: ["BenchKit", "CurlBaseline"] + networking,
            swiftSettings: settings
        ),
        .target(
            name: "NetworkingTorment",
            dependencies: ["BenchKit", testHelpers] + networking,
            swiftSettings: settings
        ),
        .target(name: "RepoBench", dependencies: ["BenchKit"], swiftSettings: settings),
        .executableTarget(name: "repo-bench", dependencies: ["BenchKit", "RepoBench"], swiftSettings: settings),
        .target(
            name: "TestHelpersBench",
            dependencies: ["BenchKit", testHelpers, networking[0]],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "bench",
            dependencies: ["BenchKit", "NetworkingBench", "TestHelpersBench"],
            swiftSettings: settings
        ),
        .executableTarget(name: "torment", dependencies: ["BenchKit", "NetworkingTorment"], swiftSettings: settings),
        .testTarget(name: "BenchKitTests", dependencies: ["BenchKit"], swiftSettings: settings),
        .testTarget(name: "RepoBenchTests", dependencies: ["RepoBench"], swiftSettings: settings),
        .testTarget(
            name: "TestHelpersBenchTests",
            dependencies: ["BenchKit", "TestHelpersBench", testHelpers, networking[0]],
            swiftSettings: settings
        ),
        .testTarget(
            name: "NetworkingToolsTests",
            dependencies: ["NetworkingBench", "NetworkingTorment", testHelpers, networking[0]],
            swiftSettings: settings
        ),
    ]
)
