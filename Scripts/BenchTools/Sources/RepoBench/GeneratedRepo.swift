import BenchKit
import Foundation

/// A generated monorepo of many packages. Each has a module of four files, tests, a README, and dependencies on up to
/// three earlier packages. The second of the repository's two commits edits a file of the package in the middle.
struct GeneratedRepo {
    let root: String
    let count: Int
    private let git = MeasuredProgram(path: "git")

    /// - Parameter uniqueText: A string in each manifest, so that no cache contains the manifest already.
    init(root: String, count: Int, uniqueText: String) throws {
        self.root = root
        self.count = count
        try write("Scripts/repo.json", #"{"packages": ["Packages/*"], "inert": ["Packages/*/README.md"]}"#)
        try write(".gitignore", ".build/\n")
        for index in 0..<count { try makePackage(index, uniqueText: uniqueText) }
        try git.succeed(["-C", root, "init", "-q", "-b", "main"])
        // Otherwise, background maintenance of Git would be measured too.
        try git.succeed(["-C", root, "config", "gc.auto", "0"])
        try commit("packages")
        // Packs the objects as in a clone; otherwise, reading loose objects would dominate.
        try git.succeed(["-C", root, "gc", "-q"])
        try write("Packages/\(name(count / 2))/Sources/\(name(count / 2))/File1.swift", "let edited = true\n")
        try commit("an edit")
        // Refreshes the index, so that the measured runs need not.
        try git.succeed(["-C", root, "status"])
    }

    private func name(_ index: Int) -> String { "P\(index)" }

    private func makePackage(_ index: Int, uniqueText: String) throws {
        let name = name(index)
        let dependencies = Set([index - 1, index - 7, index - 50].filter { $0 >= 0 && index % 10 != 0 }).sorted().map(
            self.name
        )
        let packages = dependencies.map { ".package(path: \"../\($0)\")" }.joined(separator: ", ")
        let products = dependencies.map { ".product(name: \"\($0)\", package: \"\($0)\")" }.joined(separator: ", ")
        try write(
            "Packages/\(name)/Package.swift",
            """
            // swift-tools-version: 6.0
            // \(uniqueText)
            import PackageDescription

            let package = Package(
                name: "\(name)",
                products: [.library(name: "\(name)", targets: ["\(name)"])],
                dependencies: [\(packages)],
                targets: [
                    .target(name: "\(name)", dependencies: [\(products)]),
                    .testTarget(name: "\(name)Tests", dependencies: ["\(name)"]),
                ]
            )

            """
        )
        try write("Packages/\(name)/README.md", "# \(name)\n")
        for file in 0..<4 {
            try write("Packages/\(name)/Sources/\(name)/File\(file).swift", "let value\(index)x\(file) = \(file)\n")
        }
        try write("Packages/\(name)/Tests/\(name)Tests/Tests.swift", "let test\(index) = true\n")
    }

    private func write(_ path: String, _ text: String) throws {
        let url = URL(fileURLWithPath: "\(root)/\(path)")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    private func commit(_ subject: String) throws(BenchFailure) {
        let identity = ["-c", "user.name=bench", "-c", "user.email=bench@localhost", "-c", "commit.gpgsign=false"]
        try git.succeed(["-C", root, "add", "-A"])
        try git.succeed(["-C", root] + identity + ["commit", "-q", "-m", subject])
    }
}
