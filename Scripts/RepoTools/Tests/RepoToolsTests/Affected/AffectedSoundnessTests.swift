import Testing

@testable import RepoTools

/// On random graphs and random changes the selection is held against brute force: a package is affected when any
/// input of its products or its tests changed, and inputs are followed along edges one by one.
@Suite struct AffectedSoundnessTests {
    @Test("the selection is what brute force selects, no package too few or too many", arguments: 0..<300)
    func soundness(seed: UInt64) {
        var random = SplitMix(state: seed)
        let names = (0..<Int.random(in: 1...9, using: &random)).map { "P\($0)" }
        var productEdges: [String: Set<String>] = [:]
        var testEdges: [String: Set<String>] = [:]
        for name in names {
            for other in names where other != name {
                // Circles too: the walk must end, and a check elsewhere forbids them.
                if Int.random(in: 0..<5, using: &random) == 0 { productEdges[name, default: []].insert(other) }
                if Int.random(in: 0..<5, using: &random) == 0 { testEdges[name, default: []].insert(other) }
            }
        }
        let graph = PackageGraph(packages: names, productEdges: productEdges, testEdges: testEdges)
        let inputs = names.flatMap { ["libs/\($0)/Sources/\($0)/a.swift", "libs/\($0)/Tests/\($0)Tests/a.swift"] }
        let changed = Set(inputs.filter { _ in Int.random(in: 0..<6, using: &random) == 0 })

        let classifier = PathClassifier(Self.repository(names))
        let changes = changed.sorted().map { Git.Change(path: $0) }
        let affected = Affected(changes: changes, classifier: classifier, graph: graph)

        let expected = names.filter { name in
            var read: Set<String> = ["libs/\(name)/Tests/\(name)Tests/a.swift"]
            var seen: Set<String> = []
            var waiting = [name] + (testEdges[name] ?? [])
            while let next = waiting.popLast() {
                guard seen.insert(next).inserted else { continue }
                read.insert("libs/\(next)/Sources/\(next)/a.swift")
                waiting += productEdges[next] ?? []
            }
            return !read.isDisjoint(with: changed)
        }
        #expect(affected.names == expected)
    }

    /// Packages without dependencies in their manifests: the edges come from the graph.
    private static func repository(_ names: [String]) -> Repository {
        let packages = names.map { name in
            let targets = [("regular", name), ("test", "\(name)Tests")].map { type, target in
                Manifest.Target(name: target, type: type, exclude: [], dependencies: [], settings: [], resources: [])
            }
            let version = Manifest.ToolsVersion(version: "6.0.0")
            let manifest = Manifest(name: name, platforms: [], products: [], targets: targets, toolsVersion: version)
            return Repository.Package(name: name, folder: "libs/\(name)", manifest: manifest)
        }
        let rules = RepoConfiguration(packages: ["libs/*"])
        return Repository(root: "/nowhere", configuration: rules, packages: packages, umbrella: nil)
    }
}

/// Steele, Lea, Flood: Fast splittable pseudorandom number generators (2014).
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
