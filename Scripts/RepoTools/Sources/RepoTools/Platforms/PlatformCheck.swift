/// Finds code that some platform of its package cannot compile: uses of modules, functions and types that the platform
/// does not have, unless an `#if` excludes the platform.
///
/// The rule `platforms` in `repo.json` lists the platforms of modules and symbols. Names of this repository need no
/// entry: a name that is declared at the top level of a file, and only inside `#if os(Linux)`, may be used only in code
/// for Linux. Names are compared, not meanings, and string interpolations are not searched.
struct PlatformCheck {
    private let repository: Repository
    private let rules: RepoConfiguration.Platforms

    private struct Source {
        var file: String
        var module: String
        var platforms: Set<String>
        var code: ConditionalCode
        var imports: [ImportDeclaration]
    }

    private struct Declaration {
        var platforms: Set<String>
        var place: String
    }

    init(_ repository: Repository) {
        self.repository = repository
        rules = repository.configuration.platforms
    }

    func findings() throws(RepoError) -> [Finding] {
        guard rules != RepoConfiguration.Platforms() else { return [] }
        let sources = try self.sources()
        let modules = rules.modules.mapValues(Set.init).merging(Self.restrictedModules(sources)) { listed, _ in listed }
        let declarations = Self.declarations(sources)
        let symbols = rules.symbols.mapValues(Set.init)
        return sources.flatMap { source in
            importFindings(source, modules) + useFindings(source, symbols, declarations) + widthFindings(source)
        }.sorted()
    }

    // MARK: Reading

    /// The names of platforms in `#if os`, by their names in the output of `dump-package`.
    private static let platformNames = [
        "macos": "macOS", "ios": "iOS", "tvos": "tvOS", "watchos": "watchOS", "visionos": "visionOS",
    ]

    private func sources() throws(RepoError) -> [Source] {
        var sources: [Source] = []
        for package in repository.packages {
            let declared = package.manifest.platforms.compactMap { Self.platformNames[$0.platformName] }
            let platforms = Set(declared + ["Linux"])
            for target in package.manifest.targets {
                for file in repository.files(of: target, in: package) {
                    let text = try repository.text(file)
                    sources.append(
                        Source(
                            file: file,
                            module: target.name,
                            platforms: platforms,
                            code: ConditionalCode(text, platforms: platforms, modules: rules.modules),
                            imports: ImportScanner.imports(in: text)
                        )
                    )
                }
            }
        }
        return sources
    }

    /// Returns the modules that are empty on some platform of their package, with the platforms on which they contain
    /// code.
    private static func restrictedModules(_ sources: [Source]) -> [String: Set<String>] {
        Dictionary(grouping: sources, by: \.module).compactMapValues { sources in
            let compiled = sources.reduce(into: Set<String>()) { $0.formUnion($1.code.platforms) }
            return compiled.isSuperset(of: sources[0].platforms) ? nil : compiled
        }
    }

    /// Returns the top-level names that some platform of their package does not have, each with its declarations by
    /// module.
    private static func declarations(_ sources: [Source]) -> [String: [String: Declaration]] {
        var declarations: [String: [String: Declaration]] = [:]
        for source in sources {
            for line in source.code.lines where line.depth == 0 {
                guard let name = DeclarationScanner.declared(in: line.text) else { continue }
                let place = "\(source.file):\(line.number)"
                let declaration = Declaration(platforms: line.platforms, place: place)
                declarations[name, default: [:]][source.module, default: declaration].platforms
                    .formUnion(line.platforms)
            }
        }
        let modulePlatforms = Dictionary(sources.map { ($0.module, $0.platforms) }) { first, _ in first }
        return declarations.mapValues { modules in
            modules.filter { !$1.platforms.isSuperset(of: modulePlatforms[$0] ?? []) }
        }.filter { !$1.isEmpty }
    }

    // MARK: Findings

    private func importFindings(_ source: Source, _ modules: [String: Set<String>]) -> [Finding] {
        let lines = Dictionary(source.code.lines.map { ($0.number, $0.platforms) }) { first, _ in first }
        return source.imports.compactMap { declaration in
            guard let available = modules[declaration.module], let platforms = lines[declaration.line] else {
                return nil
            }
            let missing = platforms.subtracting(available)
            guard !missing.isEmpty else { return nil }
            let guarding =
                rules.modules[declaration.module] == nil
                ? Self.condition(available) : "canImport(\(declaration.module))"
            let message =
                "imports \(declaration.module), which does not exist or is empty on \(Self.list(missing)); put the "
                + "import inside #if \(guarding)"
            return Finding(file: source.file, line: declaration.line, message: message)
        }
    }

    private func useFindings(
        _ source: Source,
        _ symbols: [String: Set<String>],
        _ declarations: [String: [String: Declaration]]
    ) -> [Finding] {
        let visible = Set(source.imports.map(\.module) + [source.module])
        return source.code.lines.flatMap { line in
            DeclarationScanner.uses(in: line.text).compactMap { use -> Finding? in
                if let available = symbols[use.name] ?? (use.isCall ? symbols["\(use.name)()"] : nil) {
                    return finding(use.name, available, source, line, place: nil)
                }
                guard let candidates = declarations[use.name]?.filter({ visible.contains($0.key) }).values,
                    let declaration = candidates.first
                else { return nil }
                let available = candidates.reduce(into: Set()) { $0.formUnion($1.platforms) }
                return finding(use.name, available, source, line, place: declaration.place)
            }
        }
    }

    /// Returns findings for `Int` in files that decode external values. These values may need more than 32 bits, which
    /// `Int` does not have on some watches.
    private func widthFindings(_ source: Source) -> [Finding] {
        guard rules.fixedWidth.contains(where: { Glob($0).matches(source.file) }) else { return [] }
        return source.code.lines.filter { DeclarationScanner.uses(in: $0.text).contains { $0.name == "Int" } }.map {
            line in
            let message = "uses Int, which has 32 bits on some platforms, for external values; use Int64"
            return Finding(file: source.file, line: line.number, message: message)
        }
    }

    private func finding(
        _ name: String,
        _ available: Set<String>,
        _ source: Source,
        _ line: ConditionalCode.Line,
        place: String?
    ) -> Finding? {
        let missing = line.platforms.subtracting(available)
        guard !missing.isEmpty else { return nil }
        let origin = place.map { " (declared at \($0))" } ?? ""
        let message =
            "uses \(name)\(origin), which is not available on \(Self.list(missing)); put the code inside "
            + "#if \(Self.condition(available))"
        return Finding(file: source.file, line: line.number, message: message)
    }

    private static func list(_ platforms: Set<String>) -> String { platforms.sorted().joined(separator: ", ") }

    private static func condition(_ platforms: Set<String>) -> String {
        platforms.sorted().map { "os(\($0))" }.joined(separator: " || ")
    }
}
