/// The targets of a repository and their dependencies. The graphs of two states of a repository can be joined.
struct TargetGraph {
    struct Target: Equatable {
        var package: String
        var name: String
        var isTest: Bool
        /// Relative to the root; nil for a remote binary.
        var folder: String?

        var reference: TargetReference { TargetReference(package: package, target: name) }
    }

    /// The folder of each package, relative to the root.
    private(set) var packages: [String: String] = [:]
    private(set) var targets: [Target] = []
    /// The dependencies of each target, as indices in `targets`.
    private(set) var dependencies: [[Int]] = []
    private var indices: [TargetReference: Int] = [:]

    init() {}

    /// - Parameter folders: Every folder that contains a file.
    init(_ outlines: [(folder: String, outline: Outline)], folders: Set<String>) throws(RepoError) {
        try Repository.requireUniqueNames(outlines.map { ($0.folder, $0.outline.targets.map(\.name)) })
        for (folder, outline) in outlines {
            let package = Files.name(of: folder)
            packages[package] = folder
            for target in outline.targets {
                let path = try Self.folder(of: target, in: outline, package: folder, folders: folders)
                add(Target(package: package, name: target.name, isTest: target.kind == .test, folder: path))
            }
        }
        connect(outlines)
    }

    /// Returns the folder that SwiftPM would choose: the declared path, a folder with the target's name below a
    /// standard one, or, if the package has a single target of this kind, the folder `Sources` or `Tests` itself.
    /// Returns nil for a remote binary.
    private static func folder(
        of target: Outline.Target,
        in outline: Outline,
        package: String,
        folders: Set<String>
    ) throws(RepoError) -> String? {
        if target.kind == .remote { return nil }
        let sourceFolders = ["Sources", "Source", "src", "srcs"]
        let standardFolders = target.kind == .test ? ["Tests"] + sourceFolders : sourceFolders
        let isOnlyTarget = outline.targets.count { $0.kind == target.kind } == 1
        if let path = target.path {
            let folder = Files.normalized("\(package)/\(path)")
            if folder == "." || folders.contains(folder) { return folder }
        } else {
            let candidates = standardFolders.map { Files.path("\($0)/\(target.name)", in: package) }
            if let folder = candidates.first(where: folders.contains) { return folder }
            let folder = Files.path(standardFolders[0], in: package)
            if isOnlyTarget, folders.contains(folder) { return folder }
        }
        throw RepoError(
            "the target \(target.name) of \(Files.path("Package.swift", in: package)) has no folder "
                + "\(Files.path(target.path ?? "\(standardFolders[0])/\(target.name)", in: package)); "
                + "add it or correct the manifest"
        )
    }

    private mutating func connect(_ outlines: [(folder: String, outline: Outline)]) {
        var products: [String: [(package: String, targets: [String])]] = [:]
        for (folder, outline) in outlines {
            for product in outline.products {
                products[product.name, default: []].append((Files.name(of: folder), product.targets))
            }
        }
        for (folder, outline) in outlines {
            let package = Files.name(of: folder)
            for target in outline.targets {
                guard let index = indices[TargetReference(package: package, target: target.name)] else { continue }
                for dependency in target.dependencies {
                    dependencies[index] += targets(of: dependency, from: package, products: products)
                }
            }
        }
    }

    /// Returns the indices of the targets of a dependency; empty if it is not part of the repository.
    ///
    /// - Parameter products: The products of all packages by name.
    private func targets(
        of dependency: Outline.Dependency,
        from package: String,
        products: [String: [(package: String, targets: [String])]]
    ) -> [Int] {
        if dependency.package == nil, let own = indices[TargetReference(package: package, target: dependency.name)] {
            return [own]
        }
        // SwiftPM ignores case when it compares package names.
        let candidates = (products[dependency.name] ?? []).filter { product in
            guard let name = dependency.package else { return product.package != package }
            // A package refers to the root by a path that ends in `..`, so the name of the root is `..` there.
            return product.package.lowercased() == name.lowercased() || (name == ".." && product.package == ".")
        }
        return candidates.flatMap { product in
            product.targets.compactMap { indices[TargetReference(package: product.package, target: $0)] }
        }
    }

    private mutating func add(_ target: Target) {
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
        union.packages.merge(other.packages) { own, _ in own }
        var newIndices: [Int] = []
        for target in other.targets {
            if union.indices[target.reference] == nil { union.add(target) }
            newIndices.append(union.indices[target.reference] ?? 0)
        }
        for (index, others) in zip(newIndices, other.dependencies) {
            union.dependencies[index] += others.map { newIndices[$0] }.filter {
                !union.dependencies[index].contains($0)
            }
        }
        return union
    }

    /// The targets that depend on each target, as indices in `targets`.
    var dependents: [[Int]] { Adjacency(dependencies: dependencies).dependents }

    /// The names of targets that form a dependency cycle, the first repeated at the end, or nil.
    var cycle: [String]? { Adjacency(dependencies: dependencies).cycle?.map { targets[$0].name } }
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
