/// The targets of a repository and what each is built from. Two states of a repository can be joined to one graph.
struct TargetGraph {
    struct Target: Equatable {
        var package: String
        var name: String
        var isTest: Bool
        /// Relative to the root; nil when it has none.
        var folder: String?
    }

    /// Package → its folder, relative to the root.
    private(set) var packages: [String: String] = [:]
    private(set) var targets: [Target] = []
    /// Target → the targets it is built from, by their places in `targets`.
    private(set) var needs: [[Int]] = []
    private var places: [TargetReference: Int] = [:]

    init() {}

    /// - Parameters:
    ///   - outlines: the folder of each package, relative to the root, with what its manifest says.
    ///   - folders: every folder that holds a file.
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

    /// SwiftPM's own search: the declared path, else a folder of the target's name below one of the usual ones, else,
    /// where the package has one such target, that folder itself.
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
                + "add it or mend the manifest"
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
        // SwiftPM compares packages' names without case.
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

    /// This graph with what another has more: a dependency that one of two states has counts.
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

    /// Target → the targets that are built from it.
    var dependents: [[Int]] {
        var dependents = Array(repeating: [Int](), count: targets.count)
        for (place, needs) in needs.enumerated() {
            for need in needs { dependents[need].append(place) }
        }
        return dependents
    }

    /// Names of targets that need each other in a circle, the first repeated at the end; nil when there is none.
    var cycle: [String]? {
        // Whoever needs nothing that is left is taken away, until only circles and what stands on them remain.
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
