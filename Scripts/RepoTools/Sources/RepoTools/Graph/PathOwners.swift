import SeekBasics

/// The targets that own each path of a repository: those that contain, read or include it.
struct PathOwners {
    enum Owner: Equatable {
        case targets([TargetReference])
        /// The path belongs to no target of this package.
        case package(String)
        /// The path belongs to no package, or to no target of the root package.
        case nothing
    }

    private struct Claim {
        enum Kind {
            /// The path is below the target's folder.
            case folder
            /// The path is a resource, or below one.
            case resource
            /// The path can be included by sources in C and its relatives.
            case include
        }

        var target: TargetReference
        var kind: Kind
        /// The paths that the target excludes.
        var excluded: [String] = []
        /// The paths with the Swift files of the target; empty for all.
        var sources: [String] = []
    }

    private var claims: [String: [Claim]] = [:]
    /// The targets whose folders are located below a path.
    private var contained: [String: [TargetReference]] = [:]
    /// The names of the packages by folder.
    private let packages: [String: String]

    init(_ repository: Repository) {
        packages = Dictionary(repository.graphPackages.map { ($0.folder, $0.name) }) { first, _ in first }
        for package in repository.graphPackages {
            for target in package.manifest.targets where target.type != "binary" || target.path != nil {
                add(target, of: package, in: repository)
            }
        }
    }

    private mutating func add(
        _ target: Manifest.Target,
        of package: Repository.Package,
        in repository: Repository
    ) {
        let reference = TargetReference(package: package.name, target: target.name)
        let folder = repository.path(of: target, in: package)
        func inside(_ path: String) -> String { Files.normalized("\(folder)/\(path)") }
        let own = Claim(
            target: reference,
            kind: .folder,
            excluded: target.exclude.map(inside),
            sources: (target.sources ?? []).map(inside)
        )
        claims[folder, default: []].append(own)
        for parent in Files.pathAndParents(of: folder).dropFirst() { contained[parent, default: []].append(reference) }
        for path in target.resources.compactMap({ $0["path"].string }) {
            claims[inside(path), default: []].append(Claim(target: reference, kind: .resource))
        }
        let includes = target.headerSearchPaths + [target.publicHeadersPath].compactMap(\.self)
        // The compiler runs in the folder of the package.
        let flags = target.unsafePaths.map(package.path).map(Files.normalized).filter {
            Files.exists("\(repository.root)/\($0)")
        }
        for path in includes.map(inside) + flags {
            claims[path, default: []].append(Claim(target: reference, kind: .include))
        }
    }

    func owner(of path: String) -> Owner {
        let targets = claims(of: path)
        guard targets.isEmpty else { return .targets(targets) }
        let parents = Files.pathAndParents(of: path)
        // The root contains every package, so any of them may read a file that belongs to no target.
        return parents.lazy.compactMap { packages[$0] }.first.map(Owner.package) ?? .nothing
    }

    /// Returns the targets that own a path, sorted; empty if it belongs to no target.
    func claims(of path: String) -> [TargetReference] {
        let isSwift = path.hasSuffix(".swift")
        var own: Set<TargetReference> = []
        var excluding: Set<TargetReference> = []
        for folder in Files.pathAndParents(of: path) + ["."] {
            for claim in claims[folder] ?? [] {
                func isListed(_ paths: [String]) -> Bool {
                    paths.contains { $0 == path || Files.contains($0, path) }
                }
                switch claim.kind {
                case .resource: own.insert(claim.target)
                case .include: if !isSwift { own.insert(claim.target) }
                case .folder:
                    let isOwn =
                        !isListed(claim.excluded) && (!isSwift || claim.sources.isEmpty || isListed(claim.sources))
                    if isOwn { own.insert(claim.target) } else { excluding.insert(claim.target) }
                }
            }
        }
        // A submodule or a symbolic link can contain whole targets.
        own.formUnion(contained[path] ?? [])
        return (own.isEmpty ? excluding : own).sorted()
    }
}

extension Manifest.Target {
    fileprivate var headerSearchPaths: [String] {
        settings.compactMap { $0["kind"]["headerSearchPath"]["_0"].string }
    }

    /// The words of unsafe flags that can be paths, such as `Vendor` of `-IVendor`.
    fileprivate var unsafePaths: [String] {
        settings.flatMap { $0["kind"]["unsafeFlags"]["_0"].strings }.flatMap { word -> [String] in
            guard word.hasPrefix("-") else { return [word] }
            return [word.dropFirst(2), word.drop { $0 != "=" }.dropFirst()].map(String.init)
        }.filter { !$0.isEmpty && !$0.hasPrefix("-") && !$0.hasPrefix("/") }
    }
}
