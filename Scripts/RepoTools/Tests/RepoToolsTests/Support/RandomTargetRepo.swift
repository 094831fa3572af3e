@testable import RepoTools

/// A random repository with a random history, whose root manifest declares many targets. In half of the cases, it also
/// has a local package, which the first target uses. The manifests are JSON as printed by `dump-package`, so they need
/// no evaluation.
struct RandomTargetRepo {
    let repo: TempRepo
    var random: SplitMix
    /// The modules on which each module depends, and those on which its test target depends.
    private var uses: [(module: Set<Int>, tests: Set<Int>)] = []
    /// A setting of each target.
    private var settings: [String: Int] = [:]
    /// The minimum version of macOS in the root manifest.
    private var platform = 10
    /// The numbers of the modules in the product of the root manifest.
    private var productTargets: Set<Int> = [0]
    private let hasPackage: Bool

    init(seed: UInt64) throws {
        repo = try TempRepo()
        random = SplitMix(state: seed)
        hasPackage = Bool.random(using: &random)
        try repo.git("init", "-q", "-b", "main")
        try repo.write(".gitignore", ".build/\n")
        try repo.write("docs/a.md", "1")
        try repo.write("data/a.json", "1")
        try repo.write("tools/run", "1")
        try repo.write(
            "Scripts/repo.json",
            """
            {"packages": ["."\(hasPackage ? #", "libs/*""# : "")], "inert": ["docs/**"], "readBy": {"data/**": ["T0"]}}
            """
        )
        if hasPackage {
            try repo.write("libs/P/Sources/N/f.swift", "N")
            try repo.write("libs/P/Tests/NT/f.swift", "NT")
            let targets = [target("N", "regular"), target("NT", "test", dependencies: [Dump.byName("N")])]
            try repo.write("libs/P/Package.swift", manifest("P", targets, Dump.library("LN", ["N"])))
        }
        for _ in 0..<Int.random(in: 2...5, using: &random) { try addModule() }
        try repo.commit()
    }

    // MARK: Creating

    private func target(_ name: String, _ type: String, path: String? = nil, dependencies: [String] = []) -> String {
        let flag = #"{"flag": \#(settings[name, default: 0])}"#
        return Dump.target(name, type, path: path, dependencies: dependencies, settings: [flag])
    }

    private func manifest(_ name: String, _ targets: [String], _ product: String) -> String {
        let platforms = [#"{"platformName": "macos", "version": "\#(platform).0"}"#]
        return Dump.manifest(name, targets: targets, products: [product], platforms: platforms)
    }

    /// The folder of a module's sources or tests. Modules with odd numbers are not in the standard folders.
    private func folder(_ index: Int, tests: Bool) -> String {
        guard !index.isMultiple(of: 2) else { return tests ? "Tests/T\(index)" : "Sources/M\(index)" }
        return "Features/F\(index)/\(tests ? "Checks" : "Code")"
    }

    private mutating func randomModules(below index: Int) -> Set<Int> {
        Set((0..<index).filter { _ in Int.random(in: 0..<3, using: &random) == 0 })
    }

    private mutating func addModule() throws {
        let index = uses.count
        uses.append((randomModules(below: index), randomModules(below: index + 1).union([index])))
        for tests in [false, true] {
            for file in 0..<2 { try repo.write("\(folder(index, tests: tests))/f\(file).swift", "\(index) \(file)") }
        }
        try writeManifest()
    }

    private func writeManifest() throws {
        let targets = uses.enumerated().flatMap { index, uses -> [String] in
            let products = hasPackage && index == 0 ? [Dump.product("LN", "P")] : []
            func target(_ name: String, _ type: String, _ uses: Set<Int>, products: [String] = []) -> String {
                let dependencies = uses.sorted().map { Dump.byName("M\($0)") } + products
                let path = index.isMultiple(of: 2) ? nil : folder(index, tests: type == "test")
                return self.target(name, type, path: path, dependencies: dependencies)
            }
            return [
                target("M\(index)", "regular", uses.module, products: products),
                target("T\(index)", "test", uses.tests),
            ]
        }
        let product = Dump.library("L", productTargets.sorted().map { "M\($0)" })
        try repo.write("Package.swift", manifest("Root", targets, product))
    }

    // MARK: Changing

    /// Changes something at random.
    mutating func change() throws {
        let number = Int.random(in: 0..<1_000_000, using: &random)
        let index = Int.random(in: 0..<uses.count, using: &random)
        let place = folder(index, tests: Bool.random(using: &random))
        switch Int.random(in: 0..<14, using: &random) {
        case 0...3: try repo.write("\(place)/f0.swift", "edited \(number)")
        case 4: try repo.write("\(place)/new\(number).swift", "added")
        case 5: repo.remove("\(place)/f1.swift")
        case 6:
            uses[index].module = randomModules(below: index)
            try writeManifest()
        case 7:
            settings[Bool.random(using: &random) ? "M\(index)" : "T\(index)"] = number
            try writeManifest()
        case 8: try addModule()
        case 9:
            productTargets.formSymmetricDifference([index])
            try writeManifest()
        case 10: try repo.write("data/a.json", "\(number)")
        case 11: try repo.write("docs/a.md", "\(number)")
        case 12: if hasPackage { try repo.write("libs/P/Sources/N/f.swift", "edited \(number)") }
        default:
            if Bool.random(using: &random) {
                try repo.write("tools/run", "\(number)")
            } else {
                platform = number
                try writeManifest()
            }
        }
    }
}

/// Brute force: everything that a test target reads at a commit, found by following all references.
struct TargetBruteForce {
    /// The mode and the hash of each file, by path.
    private var files: [String: String] = [:]
    /// The declaration of each target, its folder, and the platforms in its manifest.
    private var targets: [String: (json: JSONValue, folder: String, platforms: String)] = [:]
    /// The products of all manifests.
    private(set) var products: Set<String> = []

    init(_ commit: String, of repo: TempRepo) throws {
        let list = try repo.git("ls-tree", "-r", "-z", commit)
        for record in list.split(separator: "\0") {
            let halves = record.split(separator: "\t", maxSplits: 1)
            files[String(halves[1])] = String(halves[0])
        }
        for path in files.keys where path.hasSuffix("Package.swift") {
            let manifest = try decode(JSONValue.self, repo.git("show", "\(commit):\(path)"))
            let package = Files.parent(of: path)
            let platforms = "\(manifest["platforms"] ?? .null)"
            products.formUnion((manifest["products"]?.array ?? []).map { "\($0)" })
            for target in manifest["targets"]?.array ?? [] {
                let name = target["name"]?.string ?? ""
                let defaultFolder = (target["type"]?.string == "test" ? "Tests/" : "Sources/") + name
                let folder = Files.path(target["path"]?.string ?? defaultFolder, in: package)
                targets[name] = (target, folder, platforms)
            }
        }
    }

    var tests: [String] { targets.filter { $0.value.json["type"]?.string == "test" }.keys.sorted() }

    func inputs(of test: String) -> Set<String> {
        var inputs: Set<String> = []
        var waiting = [test]
        var seen: Set<String> = []
        while let next = waiting.popLast() {
            guard seen.insert(next).inserted, let target = targets[next] else { continue }
            inputs.formUnion(["\(target.json)", target.platforms])
            inputs.formUnion(files.filter { $0.key.hasPrefix(target.folder + "/") }.map { "\($0)" })
            for dependency in target.json["dependencies"]?.array ?? [] {
                if let name = dependency["byName"]?.array.first?.string { waiting.append(name) }
                // The only product of another package contains the target `N`.
                if dependency["product"] != nil { waiting.append("N") }
            }
        }
        // According to `readBy` in the rules.
        if test == "T0" { inputs.insert("data \(files["data/a.json", default: ""])") }
        // A file outside all targets, for which the rules have no entry, affects everything.
        inputs.insert("tools \(files["tools/run", default: ""])")
        return inputs
    }
}
