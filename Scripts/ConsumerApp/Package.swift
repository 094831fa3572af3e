// swift-tools-version: 6.0

import PackageDescription

// An app that depends on Seek by URL and version. `Scripts/consume` copies it to a temporary folder, and sets
// `SEEK_REPOSITORY` to the URL of a repository with a release.

let package = Package(
    name: "ConsumerApp",
    platforms: [.macOS(.v15)],
    dependencies: [.package(url: repository, from: "999.0.0")],
    targets: [
        .target(name: "names"),
        .executableTarget(name: "app", dependencies: ["names", seek("SeekKit")]),
        // Depends on one product only.
        .testTarget(name: "FacadeTests", dependencies: [seek("SeekKit")]),
        .testTarget(
            name: "AppTests",
            dependencies: [
                seek("SeekKit"), seek("SeekNetworking"), seek("SeekCache"), seek("SeekHTTPCache"),
                seek("SeekTestHelpers"), seek("SeekTestingSupport"),
            ]
        ),
        // The samples of TestHelpers' README, with Swift Testing and with XCTest.
        .testTarget(
            name: "TestKitTests",
            dependencies: [
                seek("SeekKit"), seek("SeekNetworking"), seek("SeekCurlTransport"), seek("SeekTestHelpers"),
                seek("SeekTestingSupport"),
            ]
        ),
        // The package of the article “Getting started” (its manifest is in the folder GettingStarted), and the tests of
        // the article “Testing with stubs”.
        .executableTarget(name: "FirstSearch", dependencies: [seek("SeekKit")]),
        .testTarget(
            name: "FirstSearchTests",
            dependencies: [
                "FirstSearch",
                .product(name: "SeekKit", package: "seek"),
                .product(name: "SeekTestHelpers", package: "seek"),
                .product(name: "SeekTestingSupport", package: "seek"),
            ]
        ),
        // Needs hiredis.
        .testTarget(name: "RedisTests", dependencies: [seek("SeekKit"), seek("SeekRedis"), seek("SeekTestHelpers")]),
    ]
)

var repository: String { Context.environment["SEEK_REPOSITORY"] ?? "https://seek.example/seek.git" }

func seek(_ product: String) -> Target.Dependency { .product(name: product, package: "seek") }

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
