import SeekBasics

/// The files of a new package that passes every check, and its entries in `repo.json`, CODEOWNERS and the first page
/// of the documentation.
struct NewPackage {
    var name: String
    /// The packages that its module depends on.
    var uses: [String]
    /// The owner, `@organization/team`; nil to derive it from the other packages' owners.
    var owner: String?
    var repository: Repository

    private var rules: RepoConfiguration { repository.configuration }

    /// Returns why the package cannot be created, or nil.
    func rejectionReason() -> String? {
        let isValidName = name.first?.isLetter == true && name.allSatisfy { ($0.isLetter || $0.isNumber) && $0.isASCII }
        if !isValidName { return "a package name is a letter followed by letters and digits, such as “Ranking”" }
        if repository.packages.contains(where: { $0.name.lowercased() == name.lowercased() }) {
            return "a package named \(name) already exists"
        }
        if let testOnly = uses.first(where: rules.onlyForTests.contains) { return "only tests may use \(testOnly)" }
        return parent == nil ? "“packages” in \(RepoConfiguration.file) contains no pattern such as “Packages/*”" : nil
    }

    /// The folder in which to create the package: `Packages` for the pattern `Packages/*` in the rules. Of several such
    /// folders, it is the one with the most packages; nil if there is none.
    private var parent: String? {
        let patterns = rules.packages.filter { $0.hasSuffix("/*") }.map { String($0.dropLast(2)) }
        return patterns.max { left, right in
            count(below: left) < count(below: right)
        }
    }

    private func count(below parent: String) -> Int {
        repository.packages.count { Files.parent(of: $0.folder) == parent }
    }

    /// The most common module prefix: `Seek` if the package `Models` contains `SeekModels`.
    private var prefix: String {
        let prefixes = repository.packages.flatMap { package in
            package.manifest.targets.filter { !$0.isTest && $0.name.hasSuffix(package.name) && $0.name != package.name }
                .map { String($0.name.dropLast(package.name.count)) }
        }
        let counts = Dictionary(prefixes.map { ($0, 1) }, uniquingKeysWith: +)
        return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
    }

    var module: String { prefix + name }
    var folder: String { "\(parent ?? ".")/\(name)" }

    /// Returns the initial files: path relative to the root → text.
    func files() -> [(path: String, text: String)] {
        let team = owner ?? suggestedOwner
        return [
            ("\(folder)/Package.swift", manifest),
            ("\(folder)/README.md", readme(team)),
            ("\(folder)/CHANGELOG.md", "# Changelog\n\n## Unreleased\n\n- Initial version.\n"),
            ("\(folder)/Sources/\(module)/\(name).swift", source),
            ("\(folder)/Sources/\(module)/\(module).docc/\(module).md", documentation),
            ("\(folder)/Tests/\(module)Tests/\(name)Tests.swift", test),
        ] + rules.sharedFiles.compactMap { file in repository.sharedFile(file).map { ("\(folder)/\(file)", $0.text) } }
    }

    private var suggestedOwner: String {
        let text = (try? Files.text("\(repository.root)/\(CodeOwners.file)")) ?? ""
        for rule in CodeOwners(text: text).rules {
            let otherName = Files.name(of: rule.pattern).lowercased()
            if let owner = rule.owners.first, owner.contains(otherName), !otherName.isEmpty {
                return owner.replacing(otherName, with: name.lowercased())
            }
        }
        return "@\(name.lowercased())-team"
    }

    private var manifest: String {
        let example = repository.packages.first { $0.folder == "\(parent ?? ".")/\($0.name)" }
        let version = example?.manifest.toolsVersion.version.split(separator: ".").prefix(2).joined(separator: ".")
        let platforms = example.flatMap { ManifestText.platforms($0.manifest) }.map { "    \($0),\n" } ?? ""
        let target = example?.manifest.targets.first { !$0.isTest && !$0.settings.isEmpty }
        let settingsText = ManifestText.settings(target?.settings ?? []).map { ", \($0)" }.joined()
        let dependencies = uses.compactMap { repository.package(named: $0) }
        let packages = dependencies.map { ".package(path: \"\(path(to: $0.folder))\")" }.joined(separator: ", ")
        let products = dependencies.flatMap { package in
            package.manifest.products.filter { $0.type.object?["library"] != nil }.prefix(1).map {
                ".product(name: \"\($0.name)\", package: \"\(package.name)\")"
            }
        }
        return """
            // swift-tools-version: \(version ?? "6.0")

            import PackageDescription

            let package = Package(
                name: "\(name)",
            \(platforms)    products: [
                    .library(name: "\(module)", targets: ["\(module)"])
                ],
                dependencies: [\(packages)],
                targets: [
                    .target(name: "\(module)", dependencies: [\(products.joined(separator: ", "))]\(settingsText)),
                    .testTarget(name: "\(module)Tests", dependencies: ["\(module)"]\(settingsText)),
                ]
            )

            """
    }

    /// Returns the relative path from the new package's folder to another.
    private func path(to other: String) -> String {
        let up = String(repeating: "../", count: folder.split(separator: "/").count)
        return Files.parent(of: other) == parent ? "../\(Files.name(of: other))" : up + other
    }

    private func readme(_ team: String) -> String {
        """
        # \(name)

        Describe the purpose of \(name) in one sentence.

        ```swift
        let counter = \(name)(value: 41)
        print(counter.next)  // 42
        ```

        Owner: `\(team)`. Test: `swift test --package-path \(folder)`.

        ## Design notes

        - None yet.

        """
    }

    private var source: String {
        """
        /// A placeholder: replace it with the package's first type.
        public struct \(name): Sendable, Hashable {
            /// The current number.
            public let value: Int

            /// Creates a value from a number.
            public init(value: Int) {
                self.value = value
            }

            /// The number after ``value``.
            public var next: Int { value + 1 }
        }

        """
    }

    private var documentation: String {
        """
        # ``\(module)``

        Describe the purpose of \(name) in one sentence.

        ## Topics

        ### Values

        - ``\(name)``

        """
    }

    private var test: String {
        """
        import Testing

        import \(module)

        @Suite struct \(name)Tests {
            @Test("the README sample prints 42")
            func readmeSample() {
                let counter = \(name)(value: 41)
                print(counter.next)  // 42
                #expect(counter.next == 42)
            }
        }

        """
    }

    // MARK: Rules and owners

    /// Returns the text of `repo.json` with an entry for the new package.
    func rulesText(_ text: String) -> String {
        let list = uses.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
        guard let start = text.firstRange(of: "\"mayImport\""),
            let brace = text[start.upperBound...].firstIndex(of: "{")
        else {
            guard let brace = text.firstIndex(of: "{") else { return text }
            return text[...brace] + "\n  \"mayImport\": { \"\(name)\": [\(list)] }," + text[text.index(after: brace)...]
        }
        let rest = text[text.index(after: brace)...]
        let isEmpty = rest.first { !$0.isWhitespace } == "}"
        let isMultiline = rest.first { $0 != " " } == "\n"
        let comma = isEmpty ? "" : ","
        return text[...brace] + (isMultiline ? "\n    " : " ") + "\"\(name)\": [\(list)]\(comma)" + rest
    }

    /// Returns the text of CODEOWNERS with a line for the new package, in alphabetical order.
    func ownersText(_ text: String) -> String {
        let line = "/\(folder)/ \(owner ?? suggestedOwner)"
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let before = lines.lastIndex { $0.hasPrefix("/\(parent ?? "")/") && $0.lowercased() < line.lowercased() }
        let first = lines.firstIndex { $0.hasPrefix("/\(parent ?? "")/") }
        lines.insert(line, at: before.map { $0 + 1 } ?? first ?? max(lines.count - 1, 0))
        return lines.joined(separator: "\n")
    }

    /// The file of the documentation's first page, relative to the root. It need not exist.
    var firstPage: String { DocumentationArchive(catalog: rules.documentation.firstPage).markdownFile }

    /// Returns the first page with the new module in its last topic.
    func firstPageText(_ text: String) -> String { text + "- <doc:/\(module)>\n" }
}
