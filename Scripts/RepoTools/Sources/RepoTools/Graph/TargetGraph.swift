import SeekBasics

/// The targets of a repository and their dependencies. The graphs of two states of a repository can be joined.
struct TargetGraph: Sendable {
    struct Target: Equatable, Sendable {
        /// The name of the package.
        var package: String
        var name: String
        /// The name that `swift test --filter` compares.
        var module: String
        var isTest: Bool

        var reference: TargetReference { TargetReference(package: package, target: name) }
    }

    private(set) var targets: [Target] = []
    /// The dependencies of each target, as indices in `targets`.
    private(set) var dependencies: [[Int]] = []
    private var indices: [TargetReference: Int] = [:]

    init(_ repository: Repository) {
        let packages = repository.graphPackages
        for package in packages {
            for target in package.manifest.targets {
                add(Target(package: package.name, name: target.name, module: target.module, isTest: target.isTest))
            }
        }
        let folders = Dictionary(packages.map { ($0.folder, $0) }) { first, _ in first }
        for package in packages {
            // Products are found in the local packages that the manifest names by path: the name of a package can be
            // that of its folder, that in its manifest, or one that the dependency declares.
            var products: [String: [Int]] = [:]
            for other in package.localDependencies.compactMap({ folders[$0] }) {
                for product in other.manifest.products {
                    products[product.name, default: []] += product.targets.compactMap {
                        indices[TargetReference(package: other.name, target: $0)]
                    }
                }
            }
            for target in package.manifest.targets {
                guard let index = indices[TargetReference(package: package.name, target: target.name)] else { continue }
                for dependency in target.dependencies + target.plugins {
                    let own = TargetReference(package: package.name, target: dependency.name)
                    if dependency.package == nil, let own = indices[own] {
                        dependencies[index].append(own)
                    } else {
                        dependencies[index] += products[dependency.name] ?? []
                    }
                }
            }
        }
    }

    private mutating func add(_ target: Target) {
        guard indices[target.reference] == nil else { return }
        indices[target.reference] = targets.count
        targets.append(target)
        dependencies.append([])
    }

    func index(of target: TargetReference) -> Int? { indices[target] }

    func targets(of package: String) -> [TargetReference] {
        targets.filter { $0.package == package }.map(\.reference)
    }

    func union(_ other: TargetGraph) -> TargetGraph {
        var union = self
        for target in other.targets { union.add(target) }
        let newIndices = other.targets.map { union.indices[$0.reference] ?? 0 }
        for (index, others) in zip(newIndices, other.dependencies) {
            union.dependencies[index] += others.map { newIndices[$0] }
        }
        return union
    }

    /// The targets that depend on each target, as indices in `targets`.
    var dependents: [[Int]] { Adjacency(dependencies: dependencies).dependents }

    /// The names of targets that form a dependency cycle, the first repeated at the end, or nil.
    var cycle: [String]? { Adjacency(dependencies: dependencies).cycle?.map { targets[$0].name } }

    /// Returns the given targets and all their dependencies.
    func closure(of indices: [Int]) -> Set<Int> {
        var closure: Set<Int> = []
        var waiting = indices
        while let next = waiting.popLast() {
            if closure.insert(next).inserted { waiting += dependencies[next] }
        }
        return closure
    }
}

extension Manifest.Target {
    /// The plugins that run when the target is built.
    fileprivate var plugins: [TargetDependency] {
        (pluginUsages ?? []).compactMap { usage in
            let parts = usage["plugin"].elements
            return parts.first?.string.map { TargetDependency(name: $0, package: parts.dropFirst().first?.string) }
        }
    }
}

/// The dependencies of numbered elements.
struct Adjacency {
    /// The numbers of the elements on which each element depends.
    var dependencies: [[Int]]

    /// The numbers of the elements that depend on each element.
    var dependents: [[Int]] {
        var dependents = Array(repeating: [Int](), count: dependencies.count)
        for (index, dependencies) in dependencies.enumerated() {
            for dependency in dependencies { dependents[dependency].append(index) }
        }
        return dependents
    }

    /// The elements of a cycle, the first repeated at the end, or nil.
    var cycle: [Int]? {
        // Elements without remaining dependencies are removed until only cycles and their dependents are left.
        var remainingCounts = dependencies.map(\.count)
        let dependents = self.dependents
        var ready = dependencies.indices.filter { remainingCounts[$0] == 0 }
        var remaining = Set(dependencies.indices)
        while let next = ready.popLast() {
            remaining.remove(next)
            for dependent in dependents[next] {
                remainingCounts[dependent] -= 1
                if remainingCounts[dependent] == 0 { ready.append(dependent) }
            }
        }
        guard var current = remaining.min() else { return nil }
        var path: [Int] = []
        while !path.contains(current) {
            path.append(current)
            guard let next = dependencies[current].first(where: remaining.contains) else { return nil }
            current = next
        }
        return path.drop { $0 != current } + [current]
    }
}
