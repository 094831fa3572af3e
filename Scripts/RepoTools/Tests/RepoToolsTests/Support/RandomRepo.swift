import Foundation
import SeekBasics

@testable import RepoTools

/// A random repository with a random history. Its manifests are JSON as printed by `dump-package`, so they need no
/// evaluation.
struct RandomRepo {
    let repo: TempRepo
    var random: SplitMix
    private(set) var commits: [String] = []

    /// A loader for manifests that are JSON already. Each package can use all others.
    private var loader: ManifestLoader {
        ManifestLoader(cacheFolder: "\(repo.root)/.build/manifests") { folder throws(RepoError) in
            let text = try Files.text("\(folder)/Package.swift")
            let others = (0..<5).map { #"{"fileSystem": [{"path": "\#(folder)/../P\#($0)"}]}"# }
            return text.replacing(
                #""dependencies": [],"#,
                with: #""dependencies": [\#(others.joined(separator: ","))],"#,
                maxReplacements: 1
            )
        }
    }

    /// Returns the packages that the changes since a revision can affect, and why all are selected or nil.
    func affected(since base: String, head: String? = nil) throws -> (packages: [String], everythingReason: String?) {
        let affected = try Affected.since(base, head: head, root: repo.root, loader: loader)
        return (affected.packages, affected.everythingReason)
    }

    init(seed: UInt64) throws {
        repo = try TempRepo()
        random = SplitMix(state: seed)
        try repo.git("init", "-q", "-b", "main")
        try repo.write(
            "Scripts/repo.json",
            #"""
            {"packages": ["pkgs/*"], "global": ["Scripts/**", "tools/**"], "inert": ["docs/**", "**/README.md"],
             "readBy": {"data/**": ["P0"]}}
            """#
        )
        try repo.write(".gitignore", ".build/\n")
        try repo.write("tools/run", "1")
        try repo.write("docs/a.md", "1")
        try repo.write("data/a.json", "1")
        for index in 0..<Int.random(in: 2...5, using: &random) { try addPackage(index) }
        if Bool.random(using: &random) {
            let target = pick(files(in: "Sources"))
            let link = "\(repo.root)/pkgs/P1/Sources/M1/Link.swift"
            _ = try ChildProcess.run(["ln", "-s", "../../../../\(target)", link])
        }
        try commitAll()
    }

    // MARK: Creating

    private mutating func addPackage(_ index: Int) throws {
        for (folder, count) in [("Sources/M\(index)", 3), ("Sources/N\(index)", 2), ("Tests/T\(index)", 2)] {
            for file in 0..<count {
                try repo.write("pkgs/P\(index)/\(folder)/f\(file).swift", "\(index) \(folder) \(file)")
            }
        }
        try writeManifest(index)
    }

    private mutating func writeManifest(_ index: Int) throws {
        func product(_ other: Int) -> String {
            Dump.product("L\(Bool.random(using: &random) ? "M" : "N")\(other)", "p\(other)")
        }
        // Products depend on packages with lower numbers, tests on any, so that there is no cycle.
        let lower = (0..<index).filter { _ in Int.random(in: 0..<2, using: &random) == 0 }.map(product)
        let own = Bool.random(using: &random) ? [Dump.byName("N\(index)")] : []
        let any = (0..<5).filter { $0 != index && Int.random(in: 0..<4, using: &self.random) == 0 }.map(product)
        let targets = [
            Dump.target("M\(index)", dependencies: lower + own), Dump.target("N\(index)"),
            Dump.target("T\(index)", "test", dependencies: any + [Dump.byName("M\(index)")]),
        ]
        let products = ["M\(index)", "N\(index)"].map { Dump.library("L\($0)", [$0]) }
        let manifest = Dump.manifest("P\(index)", targets: targets, products: products)
        try repo.write("pkgs/P\(index)/Package.swift", manifest)
    }

    /// Returns the Swift files in the folders with this name in all packages, without links.
    private func files(in part: String) -> [String] {
        Files.all(below: "\(repo.root)/pkgs", suffix: ".swift").map { String($0.dropFirst(repo.root.count + 1)) }
            .filter { $0.contains("/\(part)/") && !$0.hasSuffix("Link.swift") }
    }

    var sources: [String] { files(in: "Sources") + files(in: "Tests") }

    private mutating func pick(_ list: [String]) -> String { list.randomElement(using: &random) ?? "docs/a.md" }

    /// Makes one random change to the working copy.
    mutating func change() throws {
        let number = Int.random(in: 0..<1000, using: &random)
        let source = pick(sources)
        switch Int.random(in: 0..<14, using: &random) {
        case 0...4: try repo.write(source, "edited \(number)")
        case 5:
            let name =
                ["neu ü.swift", "new\nline.swift", "tab\t.swift", "plain.swift"].randomElement(using: &random) ?? ""
            try repo.write("\(Files.parent(of: source))/\(name)", "added \(number)")
        case 6: repo.remove(source)
        case 7: try repo.git("mv", "-f", source, "\(Files.parent(of: source))/moved\(number).swift")
        case 8: try repo.git("mv", "-f", source, "\(Files.parent(of: pick(sources)))/came\(number).swift")
        case 9: _ = try ChildProcess.run(["chmod", "+x", "\(repo.root)/\(source)"])
        case 10: try writeManifest(Int.random(in: 0..<2, using: &random))
        case 11: try repo.write("data/a.json", "\(number)")
        case 12: try repo.write(pick(["docs/a.md", "pkgs/P0/README.md", "tools/run", "pkgs/P1/note.txt"]), "\(number)")
        default:
            let link = "\(repo.root)/\(Files.parent(of: source))/link\(number)"
            _ = try ChildProcess.run(["ln", "-s", "../../../../data/a.json", link])
        }
    }

    mutating func commitAll() throws { commits.append(try repo.commit()) }

    /// Creates a few commits with random changes and, in some histories, a revert and a merged branch.
    mutating func addCommits() throws {
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            for _ in 0..<Int.random(in: 1...2, using: &random) { try change() }
            try commitAll()
        }
        if Int.random(in: 0..<3, using: &random) == 0 {
            try repo.git("revert", "--no-edit", "HEAD")
            commits.append(try repo.git("rev-parse", "HEAD"))
        }
        if Int.random(in: 0..<2, using: &random) == 0, commits.count > 1 {
            try repo.git("checkout", "-q", "-b", "side", commits[commits.count - 2])
            try change()
            try commitAll()
            try repo.git("checkout", "-q", "main")
            try repo.git("merge", "-q", "--no-edit", "-s", "ort", "-X", "ours", "side")
            commits.append(try repo.git("rev-parse", "HEAD"))
        }
    }
}

/// Brute force: the files and declarations on which a package depends at a commit, found by following all references.
struct BruteForce {
    private var files: [String: (mode: String, blob: String)] = [:]
    private var manifests: [String: Manifest] = [:]
    private let repo: TempRepo

    init(_ commit: String, of repo: TempRepo) throws {
        self.repo = repo
        let list = try ChildProcess.run(["git", "-C", repo.root, "ls-tree", "-r", "-z", commit]).output
        for record in list.split(separator: "\0") {
            let halves = record.split(separator: "\t", maxSplits: 1)
            let words = halves[0].split(separator: " ")
            files[String(halves[1])] = (String(words[0]), String(words[2]))
        }
        for path in files.keys where path.hasSuffix("/Package.swift") {
            let text = try ChildProcess.run(["git", "-C", repo.root, "show", "\(commit):\(path)"]).output
            manifests[Files.name(of: Files.parent(of: path))] = try ManifestLoader.parse(text, of: "/")
        }
    }

    var packages: [String] { manifests.keys.sorted() }

    /// The files and the declarations on which a package's targets depend: name → hash of the file, or text of the
    /// declaration.
    func inputs(of package: String) throws -> [String: String] {
        var inputs: [String: String] = [:]
        var seen: Set<String> = []
        var waiting = manifests[package]?.targets.map { (package, $0.name) } ?? []
        func add(_ path: String, _ name: String, depth: Int = 0) throws {
            for (file, entry) in files where file == path || file.hasPrefix(path + "/") {
                let key = name + file.dropFirst(path.count)
                inputs[key] = entry.blob
                if entry.mode == "120000", depth < 4 {
                    let target = try ChildProcess.run(["git", "-C", repo.root, "cat-file", "blob", entry.blob]).output
                    try add(Files.normalized("\(Files.parent(of: file))/\(target)"), key + "@", depth: depth + 1)
                }
            }
        }
        while let (owner, target) = waiting.popLast() {
            guard seen.insert(target).inserted, let manifest = manifests[owner] else { continue }
            let declared = manifest.targets.first { $0.name == target }
            try add("pkgs/\(owner)/\(declared?.isTest == true ? "Tests" : "Sources")/\(target)", target)
            inputs["declaration of \(target)"] = declared.map { "\($0)" }
            for file in files.keys
            where file.hasPrefix("pkgs/\(owner)/") && !file.hasSuffix("/README.md") && !file.hasSuffix("/Package.swift")
            {
                if file.split(separator: "/").count == 3 { try add(file, file) }
            }
            if declared?.isTest == true, owner == "P0" { try add("data", "data") }
            for dependency in declared?.dependencies ?? [] {
                guard let package = dependency.package else {
                    waiting.append((owner, dependency.name))
                    continue
                }
                let other = package.uppercased()
                let product = manifests[other]?.products.first { $0.name == dependency.name }
                waiting += (product?.targets ?? []).map { (other, $0) }
            }
        }
        try add("tools", "tools")
        try add("Scripts", "Scripts")
        return inputs
    }
}

/// The generator SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
