/// A repository: its rules (`Scripts/repo.json`), its packages and its root manifest.
struct Repository {
    /// The full path of the working copy.
    var root: String
    var configuration: RepoConfiguration
    /// Sorted by name.
    var packages: [Package]
    /// The manifest at the root, which repeats the targets of all packages except those that the rules list as
    /// standalone; nil if there is none, or if the root is a package of its own (`.` in the rules).
    var rootManifest: Manifest?

    struct Package: Equatable {
        /// The last component of its folder, which is also the name in `.product(package:)`; `.` for the root.
        var name: String
        /// Relative to the root.
        var folder: String
        var manifest: Manifest

        /// Returns a path in the package relative to the root.
        func path(_ path: String) -> String { Files.path(path, in: folder) }
    }

    /// Returns the name of a package for use in file names: `root` for the root.
    static func fileName(of package: String) -> String { package == "." ? "root" : package }

    /// The folder for files that the tools write, relative to the root.
    static let buildFolder = ".build"

    /// Reads the rules and manifests. `root` must be a full path.
    static func load(root: String, loader: ManifestLoader? = nil) throws(RepoError) -> Repository {
        let configuration = try RepoConfiguration.load(root: root)
        let loader = loader ?? .standard(root: root)
        let folders = packageFolders(root: root, patterns: configuration.packages)
        try requirePackages(folders, configuration.packages)
        let hasRootManifest = Files.exists(root + "/Package.swift") && !folders.contains(".")
        let paths = folders.map { Files.absolute($0, from: root) }
        var manifests = try loader.manifests(of: paths + (hasRootManifest ? [root] : []))
        let rootManifest = hasRootManifest ? manifests.removeLast() : nil
        let packages = zip(folders, manifests).map { folder, manifest in
            Package(name: Files.name(of: folder), folder: folder, manifest: manifest)
        }
        try requireUniqueNames(packages.map { ($0.folder, $0.manifest.targets.map(\.name)) })
        return Repository(
            root: root,
            configuration: configuration,
            packages: packages.sorted { $0.name < $1.name },
            rootManifest: rootManifest
        )
    }

    /// The packages that the rules do not list as standalone.
    var mainPackages: [Package] { packages.filter { !configuration.isStandalone($0.folder) } }

    func package(named name: String) -> Package? {
        packages.first { $0.name == name }
    }

    /// Throws an error if one of the names is not the name of a package.
    func requirePackages(named names: [String]) throws(UsageError) {
        guard let unknown = names.first(where: { package(named: $0) == nil }) else { return }
        let known = packages.map(\.name).joined(separator: ", ")
        throw UsageError("there is no package “\(unknown)”; the packages are \(known)")
    }

    /// Returns the text of a file, whose path is relative to the root.
    func text(_ file: String) throws(RepoError) -> String { try Files.text("\(root)/\(file)") }

    /// Returns the path, relative to the root, and the text of a shared file in the first package that contains it.
    func sharedFile(_ name: String) -> (file: String, text: String)? {
        packages.lazy.map { $0.path(name) }.compactMap { file in
            (try? Files.text("\(root)/\(file)")).map { (file, $0) }
        }.first
    }

    func folder(of target: Manifest.Target, in package: Package) -> String {
        Files.absolute(package.path(target.folder), from: root)
    }

    /// Returns the files of a target whose names end in `suffix`, sorted, relative to the root.
    func files(of target: Manifest.Target, in package: Package, suffix: String = ".swift") -> [String] {
        Files.all(below: folder(of: target, in: package), suffix: suffix).map(relative)
    }

    /// Returns a full path below the root as a path relative to the root.
    func relative(_ path: String) -> String { String(path.dropFirst(root.count + 1)) }

    /// Returns the targets of a dependency of `package`; empty if the dependency is not part of this repository.
    func targets(of dependency: TargetDependency, in package: Package) -> [TargetReference] {
        if dependency.package == nil, package.manifest.targets.contains(where: { $0.name == dependency.name }) {
            return [TargetReference(package: package.name, target: dependency.name)]
        }
        // SwiftPM ignores case when it compares package identities. The root is named `..` if its path is `../..`.
        let owners = packages.filter { owner in
            guard let name = dependency.package else { return owner.name != package.name }
            return owner.name.lowercased() == name.lowercased() || (name == ".." && owner.name == ".")
        }
        for owner in owners {
            if let product = owner.manifest.products.first(where: { $0.name == dependency.name }) {
                return product.targets.map { TargetReference(package: owner.name, target: $0) }
            }
        }
        return []
    }

    /// Returns the folders with a manifest that match the patterns of the rules, relative to the root.
    static func packageFolders(root: String, patterns: [String]) -> [String] {
        let candidates = patterns.flatMap { pattern -> [String] in
            guard pattern.hasSuffix("/*") else { return [Files.normalized(pattern)] }
            let parent = Files.normalized(String(pattern.dropLast(2)))
            return Files.names(in: "\(root)/\(parent)").map { Files.path($0, in: parent) }
        }
        return candidates.filter { Files.exists("\(root)/\($0)/Package.swift") }
    }

    /// Throws if the rules name a folder without a package, which is probably misspelled, or match no package.
    private static func requirePackages(_ folders: [String], _ patterns: [String]) throws(RepoError) {
        let named = patterns.filter { !$0.hasSuffix("/*") }.map(Files.normalized)
        if let missing = named.first(where: { !folders.contains($0) }) {
            throw RepoError(
                "\(RepoConfiguration.file): there is no \(Files.path("Package.swift", in: missing)); correct “packages”"
            )
        }
        guard folders.isEmpty else { return }
        throw RepoError(noPackageMessage(patterns))
    }

    /// Returns the message for patterns that match no package.
    static func noPackageMessage(_ patterns: [String]) -> String {
        let list = patterns.isEmpty ? "it is empty" : patterns.joined(separator: ", ")
        return "\(RepoConfiguration.file): “packages” matches no package (\(list)); correct it"
    }

    /// Throws if two packages have the same name for SwiftPM, which ignores case, or two targets have the same name.
    static func requireUniqueNames(_ packages: [(folder: String, targets: [String])]) throws(RepoError) {
        var folders: [String: String] = [:]
        for (folder, _) in packages {
            if let other = folders.updateValue(folder, forKey: Files.name(of: folder).lowercased()) {
                throw RepoError("\(other) and \(folder) have the same name for SwiftPM; rename one of the folders")
            }
        }
        var owners: [String: String] = [:]
        for (folder, targets) in packages {
            let package = Files.name(of: folder)
            for target in targets {
                if let other = owners.updateValue(package, forKey: target) {
                    throw RepoError(
                        "both \(other) and \(package) have a target \(target); a module's name must be unique"
                    )
                }
            }
        }
    }
}

struct TargetReference: Hashable, Comparable {
    var package: String
    var target: String

    static func < (left: TargetReference, right: TargetReference) -> Bool {
        (left.package, left.target) < (right.package, right.target)
    }
}

/// The patterns of the rule `packages`: folders, or `Folder/*` for each subfolder of `Folder`.
struct PackagePatterns {
    private var folders: Set<String> = []
    private var parents: Set<String> = []

    init(_ patterns: [String]) {
        for pattern in patterns {
            if pattern.hasSuffix("/*") {
                parents.insert(Files.normalized(String(pattern.dropLast(2))))
            } else {
                folders.insert(Files.normalized(pattern))
            }
        }
    }

    /// Returns whether a folder, relative to the root, matches a pattern.
    func matches(_ folder: String) -> Bool { folders.contains(folder) || parents.contains(Files.parent(of: folder)) }
}
