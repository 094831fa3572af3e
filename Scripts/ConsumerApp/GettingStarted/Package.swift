// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "FirstSearch",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://…/seek.git", from: "0.1.0")
    ],
    targets: [
        .executableTarget(
            name: "FirstSearch",
            dependencies: [.product(name: "SeekKit", package: "seek")]
        )
    ]
)
