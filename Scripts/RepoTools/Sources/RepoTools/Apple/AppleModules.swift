import SeekBasics

/// The modules of a repository's packages, with their sources and dependencies on Apple's platforms. Packages that
/// `repo.json` lists as standalone are excluded. The modules are sorted into levels, so that each depends only on
/// modules of earlier levels.
struct AppleModules {
    struct Module: Sendable {
        var name: String
        var package: String
        var isTest: Bool
        var sources: [AppleSource]
        var flags: [String]
        /// The path of the module map of a C module, which has no Swift sources; nil for other modules.
        var moduleMap: String?
        /// The text of the module map and of the headers of a C module.
        var headers: String
        var dependencies: [Dependency]
    }

    struct Dependency: Sendable {
        var module: String
        var platforms: Set<ApplePlatform>
    }

    private(set) var levels: [[Module]] = []

    /// - Parameter processNames: The names of the functions and types that start programs, which only macOS declares.
    init(_ repository: Repository, processNames: [String]) throws(RepoError) {
        var unsorted: [Module] = []
        for package in repository.mainPackages {
            for target in package.manifest.targets {
                unsorted.append(try Self.module(target, of: package, in: repository, processNames: processNames))
            }
        }
        let names = Set(unsorted.map(\.name))
        var sorted: Set<String> = []
        while !unsorted.isEmpty {
            let ready = unsorted.filter { module in
                module.dependencies.allSatisfy { sorted.contains($0.module) || !names.contains($0.module) }
            }
            guard !ready.isEmpty else {
                throw RepoError("targets form a dependency cycle: \(unsorted.map(\.name).joined(separator: ", "))")
            }
            levels.append(ready)
            sorted.formUnion(ready.map(\.name))
            unsorted.removeAll { sorted.contains($0.name) }
        }
    }

    private static func module(
        _ target: Manifest.Target,
        of package: Repository.Package,
        in repository: Repository,
        processNames: [String]
    ) throws(RepoError) -> Module {
        let folder = repository.folder(of: target, in: package)
        var sources: [AppleSource] = []
        for file in repository.files(of: target, in: package) {
            sources.append(AppleSource(file: file, text: try repository.text(file), processNames: processNames))
        }
        if let text = embeddedResources(of: target) {
            let file = package.path("\(target.folder)/PackageResources.swift")
            sources.append(AppleSource(file: file, text: text, processNames: []))
        }
        var platforms: [String: Set<ApplePlatform>] = [:]
        for dependency in target.dependencies {
            for reference in repository.targets(of: dependency, in: package) {
                platforms[reference.target, default: []].formUnion(ApplePlatform.all.filter { $0.uses(dependency) })
            }
        }
        let moduleMap = ["module.modulemap", "include/module.modulemap"].map { "\(folder)/\($0)" }.first(
            where: Files.exists
        )
        var headers = try moduleMap.map { path throws(RepoError) in try Files.text(path) } ?? ""
        for file in repository.files(of: target, in: package, suffix: ".h") { headers += try repository.text(file) }
        return Module(
            name: target.name,
            package: package.name,
            isTest: target.isTest,
            sources: sources,
            flags: target.settings.flatMap(flags),
            moduleMap: moduleMap,
            headers: headers,
            dependencies: platforms.sorted { $0.key < $1.key }.map { Dependency(module: $0.key, platforms: $0.value) }
        )
    }

    /// Returns the type that SwiftPM generates for resources with the rule `embedInCode`, without their bytes; nil if
    /// the target has no such resources.
    private static func embeddedResources(of target: Manifest.Target) -> String? {
        let paths = target.resources.filter { $0["rule"].object?["embedInCode"] != nil }.compactMap {
            $0["path"].string
        }
        guard !paths.isEmpty else { return nil }
        let members = paths.map { path in
            let name = Files.name(of: path).map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
            return "static let \(name): [UInt8] = []"
        }
        return "enum PackageResources {\n\(members.joined(separator: "\n"))\n}\n"
    }

    /// Returns the compiler flags for a setting that enables an upcoming feature, and none for other settings.
    /// MemberImportVisibility is not enabled, because it would hide the members of this system's Foundation, which the
    /// stand-in for Apple's Foundation (in `Scripts/AppleStandIns`) imports but does not re-export.
    private static func flags(_ setting: JSONValue) -> [String] {
        guard let feature = setting["kind"]["enableUpcomingFeature"]["_0"].string,
            feature != "MemberImportVisibility"
        else {
            return []
        }
        return ["-enable-upcoming-feature", feature]
    }
}
