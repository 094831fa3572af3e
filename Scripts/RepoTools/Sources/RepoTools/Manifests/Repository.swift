import SeekBasics

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

    /// The local packages that the rules do not list but others depend on, sorted by folder.
    var otherPackages: [Package] = []

    /// The owners at the time when the manifests were read; nil to determine them at each access.
    private var loadedOwners: PathOwners?

    /// The targets that own each path.
    var pathOwners: PathOwners { loadedOwners ?? PathOwners(self) }

    init(
        root: String,
        configuration: RepoConfiguration,
        packages: [Package],
        rootManifest: Manifest? = nil,
        otherPackages: [Package] = []
    ) {
        self.root = root
        self.configuration = configuration
        self.packages = packages
        self.rootManifest = rootManifest
        self.otherPackages = otherPackages
    }

    struct Package: Equatable, Sendable {
        /// The last component of its folder, which is also the name in `.product(package:)`, or the folder if several
        /// packages have this component; `.` for the root.
        var name: String
        /// Relative to the root.
        var folder: String
        var manifest: Manifest

        /// Returns a path in the package relative to the root.
        func path(_ path: String) -> String { Files.path(path, in: folder) }

        /// The folders of the local packages it depends on, relative to the root.
        var localDependencies: [String] {
            manifest.localDependencies.map { Files.normalized("\(folder)/\($0)") }
        }
    }

    /// Returns the name of a package for use in file names: `root` for the root.
    static func fileName(of package: String) -> String {
        package == "." ? "root" : package.replacing("/", with: "-")
    }

    /// The folder for files that the tools write, relative to the root.
    static let buildFolder = ".build"

    /// Reads the rules and manifests. `root` must be a full path.
    static func load(root: String, loader: ManifestLoader? = nil) throws(RepoError) -> Repository {
        let configuration = try RepoConfiguration.load(root: root)
        let folders = packageFolders(root: root, patterns: configuration.packages)
        try requirePackages(folders, configuration.packages)
        return try load(root: root, configuration, folders: folders, loader: loader ?? .standard(root: root))
    }

    /// Reads the manifests of packages, and of the local packages on which they depend.
    static func load(
        root: String,
        _ configuration: RepoConfiguration,
        folders: [String],
        loader: ManifestLoader
    ) throws(RepoError) -> Repository {
        let names = names(of: folders)
        var loaded: [String: Package] = [:]
        var waiting = Set(folders)
        if Files.exists(root + "/Package.swift") { waiting.insert(".") }
        while !waiting.isEmpty {
            let level = waiting.sorted()
            let manifests = try loader.manifests(of: level.map { Files.absolute($0, from: root) })
            for (folder, manifest) in zip(level, manifests) {
                loaded[folder] = Package(name: names[folder] ?? folder, folder: folder, manifest: manifest)
            }
            waiting = Set(loaded.values.flatMap(\.localDependencies)).filter { folder in
                loaded[folder] == nil && folder != ".." && !folder.hasPrefix("../")
                    && Files.exists("\(root)/\(folder)/Package.swift")
            }
        }
        let used = Set(loaded.values.flatMap(\.localDependencies))
        let listed = Set(folders)
        var repository = Repository(
            root: root,
            configuration: configuration,
            packages: loaded.values.filter { listed.contains($0.folder) }.sorted { $0.name < $1.name },
            rootManifest: listed.contains(".") ? nil : loaded["."]?.manifest,
            otherPackages: loaded.values.filter { !listed.contains($0.folder) && used.contains($0.folder) }
                .sorted { $0.folder < $1.folder }
        )
        repository.loadedOwners = PathOwners(repository)
        return repository
    }

    /// Returns a name for each folder of a package: its last component, or the folder if others have the same. SwiftPM
    /// ignores case when it compares names.
    static func names(of folders: [String]) -> [String: String] {
        let groups = Dictionary(grouping: Set(folders)) { Files.name(of: $0).lowercased() }.values
        return groups.reduce(into: [:]) { names, group in
            for folder in group { names[folder] = group.count == 1 ? Files.name(of: folder) : folder }
        }
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

    /// Returns the full path of a target's folder.
    func folder(of target: Manifest.Target, in package: Package) -> String {
        Files.absolute(path(of: target, in: package), from: root)
    }

    /// Returns the folder of a target relative to the root: the declared one, the default one that exists, or, for the only
    /// target of its kind, `Sources` or `Tests` itself. For a binary target it can be a file.
    func path(of target: Manifest.Target, in package: Package) -> String {
        guard target.path == nil else { return Files.normalized(package.path(target.folder)) }
        func exists(_ path: String) -> Bool { Files.isFolder("\(root)/\(package.path(path))") }
        let folders = Manifest.Target.defaultFolders(target.type)
        let isOnlyTarget =
            package.manifest.targets.count { Manifest.Target.defaultFolders($0.type) == folders } == 1
        let folder =
            folders.map { "\($0)/\(target.name)" }.first(where: exists)
            ?? (isOnlyTarget ? folders.first(where: exists) : nil) ?? target.folder
        return package.path(folder)
    }

    /// Returns the files of a target whose names end in `suffix`, sorted, relative to the root. Files that belong only to
    /// other targets are omitted.
    func files(of target: Manifest.Target, in package: Package, suffix: String = ".swift") -> [String] {
        let reference = TargetReference(package: package.name, target: target.name)
        return Files.all(below: folder(of: target, in: package), suffix: suffix).map(relative)
            .filter { pathOwners.claims(of: $0).contains(reference) }
    }

    /// Returns a full path below the root as a path relative to the root.
    func relative(_ path: String) -> String { String(path.dropFirst(root.count + 1)) }

    /// All packages of which targets can be part of a build.
    var graphPackages: [Package] { packages + otherPackages }

    /// Returns the targets of a dependency of `package`; empty if the dependency is not part of this repository.
    ///
    /// A product is looked up in all local packages that the manifest names by their paths: the name of a package can be
    /// that of its folder, that in its manifest, or one that the dependency declares.
    func targets(of dependency: TargetDependency, in package: Package) -> [TargetReference] {
        if dependency.package == nil, package.manifest.targets.contains(where: { $0.name == dependency.name }) {
            return [TargetReference(package: package.name, target: dependency.name)]
        }
        let folders = package.localDependencies
        return graphPackages.filter { folders.contains($0.folder) }.flatMap { owner in
            owner.manifest.products.filter { $0.name == dependency.name }.flatMap(\.targets)
                .map { TargetReference(package: owner.name, target: $0) }
        }
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
}

struct TargetReference: Hashable, Comparable, Sendable {
    var package: String
    var target: String

    static func < (left: TargetReference, right: TargetReference) -> Bool {
        (left.package, left.target) < (right.package, right.target)
    }
}
