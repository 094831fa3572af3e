/// The targets of a repository and their dependencies. The graphs of two states can be joined.
struct TargetGraph {
    struct Target: Equatable {
        var package: String
        var name: String
        var isTest: Bool
        /// Relative to the root; nil if it has no folder.
        var folder: String?
    }

    /// The folder of each package, relative to the root.
    private(set) var packages: [String: String] = [:]
    private(set) var targets: [Target] = []
    /// The dependencies of each target, as indices in `targets`.
    private(set) var needs: [[Int]] = []
    private var places: [TargetReference: Int] = [:]

    init() {}

    /// - Parameters:
    ///   - outlines: The folder of each package, relative to the root, with the outline of its manifest.
    ///   - folders: Every folder that contains a file.
    init(_ outlines: [(folder: String, outline: Outline)], folders: Set<String>) throws(RepoError) {
        var owners: [String: String] = [:]
        var identities: [String: String] = [:]
        for (folder, outline) in outlines {
            let package = Files.name(of: folder)
            if let other = identities.updateValue(folder, forKey: package.lowercased()) {
                throw RepoError("\(other) and \(folder) have the same name for SwiftPM; rename one of the folders")
            }
            packages[package] = folder
            for target in outline.targets {
                if let other = owners.updateValue(package, forKey: target.name) {
                    throw RepoError(
                        "both \(other) and \(package) have a target \(target.name); a module's name must be unique"
                    )
                }
                let place = try Self.folder(of: target, in: outline, package: folder, folders: folders)
                add(Target(package: package, name: target.name, isTest: target.kind == .test, folder: place))
            }
        }
        connect(outlines)
    }

    /// Returns the folder that SwiftPM would choose: the declared path, a folder with the target's name below a
    /// standard one, or, if the package has a single target of this kind, the standard folder itself.
    private static func folder(
        of target: Outline.Target,
        in outline: Outline,
        package: String,
        folders: Set<String>
    ) throws(RepoError) -> String? {
        if target.kind == .remote { return nil }
        let usual = ["Sources", "Source", "src", "srcs"]
        let tops = target.kind == .test ? ["Tests"] + usual : usual
        let isAlone = outline.targets.count { $0.kind == target.kind } == 1
        if let path = target.path {
            let folder = Files.normalized("\(package)/\(path)")
            if folders.contains(folder) { return folder }
        } else {
            for top in tops where folders.contains("\(package)/\(top)/\(target.name)") {
                return "\(package)/\(top)/\(target.name)"
            }
            if isAlone, folders.contains("\(package)/\(tops[0])") { return "\(package)/\(tops[0])" }
        }
        throw RepoError(
            "the target \(target.name) of \(package)/Package.swift has no folder "
                + "\(package)/\(target.path ?? "\(tops[0])/\(target.name)"); "
                + "add it or correct the manifest"
        )
    }

    private mutating func connect(_ outlines: [(folder: String, outline: Outline)]) {
        var offers: [String: [(package: String, targets: [String])]] = [:]
        for (folder, outline) in outlines {
            for product in outline.products {
                offers[product.name, default: []].append((Files.name(of: folder), product.targets))
            }
        }
        for (folder, outline) in outlines {
            let package = Files.name(of: folder)
            for target in outline.targets {
                guard let place = places[TargetReference(package: package, target: target.name)] else { continue }
                for need in target.dependencies {
                    needs[place] += found(need, from: package, offers: offers)
                }
            }
        }
    }

    private func found(
        _ need: Outline.Dependency,
        from package: String,
        offers: [String: [(package: String, targets: [String])]]
    ) -> [Int] {
        if need.package == nil, let own = places[TargetReference(package: package, target: need.name)] { return [own] }
        // SwiftPM ignores case when it compares package names.
        let meant = (offers[need.name] ?? []).filter { offer in
            need.package.map { offer.package.lowercased() == $0.lowercased() } ?? (offer.package != package)
        }
        return meant.flatMap { offer in
            offer.targets.compactMap { places[TargetReference(package: offer.package, target: $0)] }
        }
    }

    private mutating func add(_ target: Target) {
        places[TargetReference(package: target.package, target: target.name)] = targets.count
        targets.append(target)
        needs.append([])
    }

    func place(of target: TargetReference) -> Int? { places[target] }

    /// Returns the union of two graphs.
    func joined(with other: TargetGraph) -> TargetGraph {
        var joined = self
        joined.packages.merge(other.packages) { own, _ in own }
        var moved: [Int] = []
        for target in other.targets {
            let reference = TargetReference(package: target.package, target: target.name)
            if joined.places[reference] == nil { joined.add(target) }
            moved.append(joined.places[reference] ?? 0)
        }
        for (place, needs) in other.needs.enumerated() {
            let more = needs.map { moved[$0] }.filter { !joined.needs[moved[place]].contains($0) }
            joined.needs[moved[place]] += more
        }
        return joined
    }

    /// The targets that depend on each target, as indices in `targets`.
    var dependents: [[Int]] {
        var dependents = Array(repeating: [Int](), count: targets.count)
        for (place, needs) in needs.enumerated() {
            for need in needs { dependents[need].append(place) }
        }
        return dependents
    }

    /// The names of targets that form a dependency cycle, the first repeated at the end, or nil.
    var cycle: [String]? {
        // Targets without remaining dependencies are removed until only cycles and their dependents are left.
        var open = needs.map(\.count)
        let dependents = self.dependents
        var ready = open.indices.filter { open[$0] == 0 }
        var left = Set(open.indices)
        while let next = ready.popLast() {
            left.remove(next)
            for dependent in dependents[next] {
                open[dependent] -= 1
                if open[dependent] == 0 { ready.append(dependent) }
            }
        }
        guard var current = left.min(by: { targets[$0].name < targets[$1].name }) else { return nil }
        var way: [Int] = []
        while !way.contains(current) {
            way.append(current)
            guard let next = needs[current].first(where: left.contains) else { return nil }
            current = next
        }
        let circle = way.drop { $0 != current } + [current]
        return circle.map { targets[$0].name }
    }
}
