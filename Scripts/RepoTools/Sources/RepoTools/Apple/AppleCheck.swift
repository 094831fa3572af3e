import SeekBasics

/// Type-checks the packages as they are compiled for Apple's platforms, against declarations that stand in for Apple's
/// SDKs. `Scripts/AppleStandIns/README.md` describes which errors this finds and which it cannot find. Of tests, only
/// files that depend on the platform are checked, because most of them compile alike on macOS and Linux. A module
/// without errors is not checked again until its sources, the interfaces of the modules it uses, the compiler or the
/// declarations change.
struct AppleCheck {
    /// The folder of the declarations, relative to the root. A repository without it is not checked.
    static let standIns = "Scripts/AppleStandIns"

    private let repository: Repository
    private let standIns: String
    private let moduleCache: String
    private let shell: Shell

    /// - Parameters:
    ///   - standIns: The folder of the declarations; by default that of the repository.
    ///   - moduleCache: The folder in which the compiler stores the modules of the system and of the declarations.
    init(_ repository: Repository, standIns: String? = nil, moduleCache: String? = nil, shell: Shell = .live) {
        self.repository = repository
        self.standIns = standIns ?? "\(repository.root)/\(Self.standIns)"
        self.moduleCache = moduleCache ?? "\(repository.root)/\(Self.folder)/cache"
        self.shell = shell
    }

    private static let folder = "\(Repository.buildFolder)/apple"

    /// Whether the check runs on this system. On macOS, an ordinary build with the SDK checks more.
    static var isPossible: Bool {
        #if os(Linux)
        true
        #else
        false
        #endif
    }

    func findings() throws(RepoError) -> [Finding] {
        guard Self.isPossible, Files.isFolder(standIns) else { return [] }
        let modules = try AppleModules(repository, processNames: try processNames())
        let copies = try ScratchFolder()
        defer { copies.remove() }
        let compiler = AppleCompiler(
            folder: "\(repository.root)/\(Self.folder)",
            copies: copies.path,
            moduleCache: moduleCache,
            standIns: standIns,
            identity: try identity(),
            shell: shell
        )
        var outcomes: [ApplePlatform: [String: AppleCompiler.Outcome]] = [:]
        var findings: [Finding: Set<ApplePlatform>] = [:]
        var keys: Set<String> = []
        for level in modules.levels {
            var jobs: [String: (job: AppleCompiler.Job, platforms: [ApplePlatform])] = [:]
            for module in level {
                for platform in ApplePlatform.all where platform.runsTests || !module.isTest {
                    guard let job = compiler.job(module, on: platform, after: outcomes[platform] ?? [:]) else {
                        outcomes[platform, default: [:]][module.name] = .failed
                        continue
                    }
                    jobs[job.key, default: (job, [])].platforms.append(platform)
                }
            }
            keys.formUnion(jobs.keys)
            for (key, result) in try compiler.run(jobs.values.map(\.job)) {
                guard let (job, platforms) = jobs[key] else { continue }
                for platform in platforms { outcomes[platform, default: [:]][job.module] = result.outcome }
                for finding in result.findings { findings[finding, default: []].formUnion(platforms) }
            }
        }
        compiler.removeResults(except: keys)
        let headers = AppleHeaders(repository: repository, standIns: standIns, shell: shell)
        return try (findings.map(Self.finding) + headers.findings() + productFindings()).sorted()
    }

    /// Returns findings for products whose names differ only in case. Xcode builds each product in a folder with its
    /// name, and most file systems of Macs ignore case.
    private func productFindings() -> [Finding] {
        guard let products = repository.rootManifest?.products else { return [] }
        let alike = Dictionary(grouping: products.map(\.name)) { $0.lowercased() }.values.filter { $0.count > 1 }
        let manifest = ManifestSource("Package.swift", root: repository.root)
        return alike.map { names in
            let names = names.sorted()
            let list = names.joined(separator: " and ")
            let message = "the products \(list) differ only in case, which most disks of macOS ignore; rename one"
            return Finding(file: manifest.file, line: manifest.line(ofProduct: names[0]), message: message)
        }
    }

    private static func finding(_ finding: Finding, _ platforms: Set<ApplePlatform>) -> Finding {
        let names = ApplePlatform.all.filter(platforms.contains).map(\.title).joined(separator: ", ")
        let place = platforms.count == ApplePlatform.all.count ? "Apple's platforms" : names
        return Finding(file: finding.file, line: finding.line, message: "on \(place): \(finding.message)")
    }

    /// Returns an identifier that changes with the compiler and with the declarations.
    private func identity() throws(RepoError) -> String {
        var texts = Toolchain.fingerprint
        for path in Files.all(below: standIns, suffix: ".swiftinterface") { texts += try Files.text(path) }
        return FNV1a.hex(texts)
    }

    /// Returns the names of the functions and types that start programs, which only macOS declares.
    private func processNames() throws(RepoError) -> [String] {
        let path = "\(standIns)/\(AppleSource.processModule).swiftinterface"
        guard Files.exists(path) else { return [] }
        return try Files.text(path).matches(of: /\b(?:func|typealias|var) (\w+)/).map { String($0.output.1) }
    }
}
