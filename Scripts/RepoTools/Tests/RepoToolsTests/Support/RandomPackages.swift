import Foundation
import SeekBasics

@testable import RepoTools

/// A random repository with real manifests: a root package, a package in a folder with a space that depends on it, and a
/// package between them. The targets are declared in the ways that SwiftPM allows.
struct RandomPackages {
    let repo: TempRepo
    private var random: SplitMix

    init(seed: UInt64) throws {
        let parent = try TempRepo()
        repo = try TempRepo(at: parent.root + "/Shop \(seed)")
        random = SplitMix(state: seed)
        try repo.git("init", "-q", "-b", "main")
        try repo.write("Scripts/repo.json", #"{"packages": [".", "Local Packages/*"]}"#)
        try repo.write(".gitignore", ".build/\n")
        try repo.write("Fixtures/prices/a.json", "1")
        try writePackage("Shop", in: "", modules: 5)
        // The manifest can give the package another name than that of its folder.
        let name = Bool.random(using: &random) ? "Store" : nil
        try writePackage(
            "Net",
            in: "Local Packages/Net/",
            modules: 3,
            dependencies: ".package(\(name.map { "name: \"\($0)\", " } ?? "")path: \"../..\")",
            uses: ".product(name: \"Shop-lib\", package: \"\(name ?? "shop \(seed)")\")"
        )
        try repo.commit()
    }

    private mutating func writePackage(
        _ name: String,
        in folder: String,
        modules: Int,
        dependencies: String = "",
        uses: String? = nil
    ) throws {
        var targets: [String] = []
        for index in 0..<modules {
            let module = "\(name)\(index % 2 == 0 ? "-m" : "M")\(index)"
            // Dependencies on modules with lower numbers, some only on another platform.
            var needs = (0..<index).filter { _ in Int.random(in: 0..<3, using: &self.random) == 0 }.map { other in
                let condition = Bool.random(using: &random) ? ", condition: .when(platforms: [.windows])" : ""
                return ".target(name: \"\(name)\(other % 2 == 0 ? "-m" : "M")\(other)\"\(condition))"
            }
            if index == 0, let uses { needs.append(uses) }
            targets += try addModule(module, index, in: folder, needs: needs)
        }
        let main = "\(name)-m0"
        let manifest = """
            import PackageDescription
            let package = Package(name: "\(name)", products: [.library(name: "\(name)-lib", targets: ["\(main)"])],
                dependencies: [\(dependencies)], targets: [
                \(targets.joined(separator: ",\n    ")),
            ])

            """
        try repo.write("\(folder)Package.swift", "// swift-tools-version: 5.9\n" + manifest)
        guard Bool.random(using: &random) else { return }
        // The manifest that this toolchain chooses has one dependency more.
        let more = manifest.replacing("/* more */", with: ".target(name: \"\(main)\"), ")
        try repo.write("\(folder)Package@swift-6.0.swift", "// swift-tools-version: 6.0\n" + more)
    }

    /// Writes the files of a module and its tests, and returns their declarations.
    private mutating func addModule(_ name: String, _ index: Int, in folder: String, needs: [String]) throws -> [String]
    {
        let list = needs.joined(separator: ", ")
        let tests = "name: \"\(name)Tests\", dependencies: [\(index > 0 ? "/* more */" : "")\"\(name)\"]"
        func write(_ path: String, _ text: String = "// Swift\n") throws { try repo.write("\(folder)\(path)", text) }
        switch Int.random(in: 0..<5, using: &random) {
        case 0:
            // Tests inside the target's folder.
            for file in ["\(name)/a.swift", "\(name)/Tests/t.swift", "\(name)/Notes/n.swift"] { try write(file) }
            return [
                ".target(name: \"\(name)\", dependencies: [\(list)], path: \"\(name)\", exclude: [\"Tests\", \"Notes\"])",
                ".testTarget(\(tests), path: \"\(name)/Tests\")",
            ]
        case 1:
            // Two targets share a folder.
            for file in ["Shared \(name)/a/a.swift", "Shared \(name)/t/t.swift"] { try write(file) }
            return [
                ".target(name: \"\(name)\", dependencies: [\(list)], path: \"Shared \(name)\", sources: [\"a\"])",
                ".testTarget(\(tests), path: \"Shared \(name)\", sources: [\"t\"])",
            ]
        case 2:
            // C with the headers of a neighbor.
            for file in ["Sources/\(name)/include/\(name).h", "Sources/\(name)/c.c", "Headers/h.h"] {
                try write(file, "\n")
            }
            try write("Tests/\(name)Tests/t.swift")
            return [
                ".target(name: \"\(name)\", dependencies: [\(list)], cSettings: [.headerSearchPath(\"../../Headers\")])",
                ".testTarget(\(tests))",
            ]
        case 3:
            for file in ["Sources/\(name)/a.swift", "Tests/\(name)Tests/t.swift"] { try write(file) }
            try write("Tests/\(name)Tests/Data/d.txt")
            try write("Fixtures/prices/a.json", "1")
            return [
                ".target(name: \"\(name)\", dependencies: [\(list)])",
                ".testTarget(\(tests), resources: [.copy(\"Data\"), .copy(\"../../Fixtures/prices\")])",
            ]
        default:
            for file in ["Sources/\(name)/a.swift", "Sources/\(name)/More/ü \".swift", "Tests/\(name)Tests/t.swift"] {
                try write(file)
            }
            return [".target(name: \"\(name)\", dependencies: [\(list)])", ".testTarget(\(tests))"]
        }
    }
}

/// What SwiftPM reports about the packages of a repository (`swift package describe`), and the tests that can reach each
/// file.
struct SwiftPMReport {
    struct Target: Decodable {
        var name: String
        var c99name: String
        var type: String
        var path: String
        var sources: [String]
        var resources: [Resource]?
        var target_dependencies: [String]?
        var product_dependencies: [String]?

        struct Resource: Decodable {
            var path: String
        }
    }

    private struct Package: Decodable {
        var targets: [Target]
        var products: [Product]

        struct Product: Decodable {
            var name: String
            var targets: [String]
        }
    }

    private(set) var targets: [Target] = []
    /// The targets that compile or copy each file, relative to the root.
    private(set) var owners: [String: Set<String>] = [:]
    private var products: [String: [String]] = [:]

    init(_ repo: TempRepo, folders: [String]) throws {
        for folder in folders {
            let path = Files.absolute(folder, from: repo.root)
            let command = [
                "swift", "package", "--package-path", path, "--scratch-path", "\(repo.root)/.build/describe",
            ]
            let package = try decode(
                Package.self,
                try ChildProcess.output(of: command + ["describe", "--type", "json"])
            )
            targets += package.targets
            for product in package.products { products[product.name] = product.targets }
            for target in package.targets {
                for source in target.sources {
                    owners[Files.normalized("\(folder)/\(target.path)/\(source)"), default: []].insert(target.name)
                }
                for resource in target.resources ?? [] {
                    let relative = Files.relative(resource.path, to: repo.root)
                    let files = Files.isFolder(resource.path) ? Files.all(below: resource.path, suffix: "") : []
                    for file in files.map({ Files.relative($0, to: repo.root) }) + [relative] {
                        owners[file, default: []].insert(target.name)
                    }
                }
            }
        }
    }

    /// Returns the tests that can reach a target.
    func tests(reaching names: Set<String>) -> Set<String> {
        var reached = names
        var count = 0
        while reached.count > count {
            count = reached.count
            for target in targets {
                let needed =
                    (target.target_dependencies ?? [])
                    + (target.product_dependencies ?? []).flatMap { products[$0] ?? [] }
                if !reached.isDisjoint(with: needed) { reached.insert(target.name) }
            }
        }
        return Set(targets.filter { $0.type == "test" && reached.contains($0.name) }.map(\.name))
    }
}
