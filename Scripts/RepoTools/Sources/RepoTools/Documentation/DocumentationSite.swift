import Foundation

/// The documentation of the modules as one static site.
///
/// Each module is converted to an archive of its own, and the archives are merged. Every module is converted twice,
/// because any page may link to another module, and such links can be resolved only with that module's archive.
struct DocumentationSite {
    private let repository: Repository
    private let shell: Shell
    private let console: Console
    private let builtModules: BuiltModules
    private let archives: [DocumentationArchive]
    /// The catalog with the first page of the site, if `repo.json` names one.
    private let firstPage: DocumentationArchive?
    /// The folder of the site and of the files from which it is created.
    private let workFolder: String

    /// - Parameter testFolders: The folders in which tests have built the modules, or nil.
    init(repository: Repository, shell: Shell, console: Console, testFolders: BuildFolders? = nil) {
        self.repository = repository
        self.shell = shell
        self.console = console
        workFolder = "\(repository.root)/\(Repository.buildFolder)/documentation"
        builtModules = BuiltModules(repository: repository, shell: shell, testFolders: testFolders)
        archives =
            builtModules.modules.sorted { $0.name < $1.name }.map { DocumentationArchive(module: $0) }
            + repository.configuration.documentation.catalogs.map { DocumentationArchive(catalog: $0) }
        let catalog = repository.configuration.documentation.firstPage
        firstPage = catalog.isEmpty ? nil : DocumentationArchive(catalog: catalog)
    }

    var folder: String { "\(workFolder)/site" }

    /// The command of the program that serves a folder, which `repo.json` names.
    var server: [String] {
        get throws(RepoError) {
            let command = repository.configuration.documentation.server
            guard let program = command.first else {
                throw RepoError(
                    "\(RepoConfiguration.file): “documentation” has no “server”; add a program that serves a folder"
                )
            }
            guard let path = builtModules.program(named: program) else {
                throw RepoError("the program \(program) is not built; run Scripts/docs, or correct “server”")
            }
            return [path] + command.dropFirst()
        }
    }

    func buildModules() throws(RepoError) {
        try builtModules.build(builtModules.modules, for: "docs", console: console)
    }

    // MARK: Building

    /// Builds the site from the built modules and returns the findings.
    func build() throws(RepoError) -> [Finding] {
        console.note("docs: converting \(archives.count) modules and catalogs\n")
        Files.remove(workFolder)
        // These archives are only the targets of links in the second conversion.
        try forEachArchive { archive throws(RepoError) in
            try extractSymbols(of: archive)
            try convert(archive, into: "targets")
        }
        try forEachArchive { archive throws(RepoError) in
            let others = archives.filter { $0.name != archive.name }.map { path(of: $0, in: "targets") }
            try convert(archive, into: "archives", dependencies: others)
        }
        var findings: [Finding] = []
        for archive in archives { findings += try self.findings(in: archive) }
        try merge()
        let root = SiteRoot(site: folder)
        if let firstPage {
            findings += try convertFirstPage(firstPage)
            try root.replace(by: firstPage, in: path(of: firstPage, in: "archives"))
        }
        try root.connect()
        try writePages()
        return findings
    }

    /// Converts the catalog with the first page of the site, and returns its findings.
    private func convertFirstPage(_ archive: DocumentationArchive) throws(RepoError) -> [Finding] {
        try Files.makeFolder(symbols(of: archive))
        try convert(archive, into: "archives", dependencies: archives.map { path(of: $0, in: "targets") })
        let listed = try SiteIndex(try Files.data("\(path(of: archive, in: "archives"))/index/index.json")).paths
        let unlisted = archives.filter { !listed.contains($0.sitePath) }.map { other in
            let message = "no topic lists the module \(other.name); add - <doc:/\(other.name)> below “## Topics”"
            return Finding(file: archive.markdownFile, message: message)
        }
        return try findings(in: archive) + unlisted
    }

    private func path(of archive: DocumentationArchive, in folder: String) -> String {
        "\(workFolder)/\(folder)/\(archive.name).doccarchive"
    }

    private func symbols(of archive: DocumentationArchive) -> String { "\(workFolder)/symbols/\(archive.name)" }

    private func diagnostics(of archive: DocumentationArchive) -> String {
        "\(workFolder)/diagnostics/\(archive.name).json"
    }

    /// Writes the public symbols of the archive's module with their documentation comments. Without a module, the
    /// folder of the symbols remains empty.
    private func extractSymbols(of archive: DocumentationArchive) throws(RepoError) {
        try Files.makeFolder(symbols(of: archive))
        guard let module = archive.module else { return }
        let options = [
            "-output-dir", symbols(of: archive), "-minimum-access-level", "public", "-skip-synthesized-members",
            "-emit-extension-block-symbols",
        ]
        try run(try builtModules.command("swift-symbolgraph-extract", on: module) + options)
    }

    private func convert(
        _ archive: DocumentationArchive,
        into folder: String,
        dependencies: [String] = []
    ) throws(RepoError) {
        let output = path(of: archive, in: folder)
        try Files.makeFolder(Files.parent(of: output))
        try Files.makeFolder(Files.parent(of: diagnostics(of: archive)))
        let catalog = try completeCatalog(of: archive)
        let options = [
            "--additional-symbol-graph-dir", symbols(of: archive), "--output-dir", output,
            "--diagnostics-file", diagnostics(of: archive),
            "--fallback-display-name", archive.name, "--fallback-bundle-identifier", archive.name,
            // The pages of a site are written by `SitePages`.
            "--no-transform-for-static-hosting", "--enable-experimental-external-link-support",
        ]
        try run(
            Toolchain.tool("docc") + ["convert"] + (Files.exists(catalog) ? [catalog] : []) + options
                + dependencies.flatMap { ["--dependency", $0] }
        )
        guard Files.exists("\(output)/\(archive.renderFile)") else {
            throw RepoError("docc has written no page for \(archive.name); see \(diagnostics(of: archive))")
        }
    }

    /// Returns the folder of the archive's articles. If programs print some of them, it is a copy that contains them.
    private func completeCatalog(of archive: DocumentationArchive) throws(RepoError) -> String {
        let catalog = "\(repository.root)/\(archive.catalog)"
        let generated = repository.configuration.documentation.generated.filter {
            Files.contains(archive.catalog, $0.key)
        }
        guard !generated.isEmpty else { return catalog }
        let copy = "\(workFolder)/catalogs/\(Files.name(of: archive.catalog))"
        guard !Files.exists(copy) else { return copy }
        try Files.makeFolder(Files.parent(of: copy))
        try run(["cp", "-R", catalog, copy])
        for (article, command) in generated.sorted(by: { $0.key < $1.key }) {
            guard let name = command.first, let program = builtModules.program(named: name) else {
                throw RepoError(
                    "the program that prints \(article) is not built; run Scripts/docs, or correct “generated”"
                )
            }
            let text = try run([program] + command.dropFirst())
            try Files.write(text, to: "\(copy)/\(Files.relative(article, to: archive.catalog))")
        }
        return copy
    }

    /// Runs a command and returns its output.
    @discardableResult
    private func run(_ command: [String]) throws(RepoError) -> String {
        let result = try shell.capture(command)
        guard !result.succeeded else { return result.output }
        let reason = result.errors.split(separator: "\n").first ?? "nothing was printed"
        throw RepoError("\(Files.name(of: command[0])) exited with status \(result.status): \(reason)")
    }

    private func merge() throws(RepoError) {
        let title = repository.configuration.documentation.title
        try run(
            Toolchain.tool("docc") + ["merge"] + archives.map { path(of: $0, in: "archives") } + [
                "--synthesized-landing-page-name", title, "--synthesized-landing-page-topics-style", "list",
                "--output-path", folder,
            ]
        )
    }

    private func writePages() throws(RepoError) {
        let renderer = "\(Files.parent(of: Files.parent(of: Toolchain.swift ?? "")))/share/docc/render"
        try SitePages(template: try Files.text("\(renderer)/index-template.html")).write(to: folder)
    }

    /// Performs an operation for each archive, several in parallel, and throws the first error.
    private func forEachArchive(
        _ operation: @Sendable (DocumentationArchive) throws(RepoError) -> Void
    ) throws(RepoError) {
        for result in archives.concurrentMap(operation) { try result.get() }
    }

    // MARK: Checking

    /// Returns the warnings of docc, and the symbols that no topic lists.
    private func findings(in archive: DocumentationArchive) throws(RepoError) -> [Finding] {
        let warnings = try Diagnostics.findings(
            in: try Files.data(diagnostics(of: archive)),
            root: repository.root,
            default: archive.catalog
        )
        let page = try Files.data("\(path(of: archive, in: "archives"))/\(archive.renderFile)")
        let unlisted = try Curation.unlisted(in: page).map { symbol in
            Finding(file: archive.markdownFile, message: "no topic lists ``\(symbol)``; add it below “## Topics”")
        }
        return warnings.sorted() + unlisted
    }

    /// Opens three pages in Chromium, and returns those that are not shown. Does nothing if Chromium is not
    /// installed.
    func browse() throws(RepoError) -> [Finding] {
        guard Toolchain.find("chromium") != nil else {
            console.note("docs: no page is opened: Chromium is not installed; run Scripts/bootstrap --browser\n")
            return []
        }
        let pages = try SiteBrowser.pages(of: folder, modules: archives.map { $0.name.lowercased() })
        console.note("docs: opening \(pages.count) pages\n")
        let browser = SiteBrowser(folder: workFolder, server: try server, shell: shell)
        return try browser.problems(pages).map { Finding(file: repository.relative(folder), message: $0) }
    }
}

/// A documentation archive, which docc creates from the symbols and the catalog of a module, or from a catalog alone.
struct DocumentationArchive {
    var name: String
    /// The folder of the Markdown articles, relative to the root of the repository. It need not exist for a module.
    var catalog: String
    /// Nil for a catalog without a module.
    var module: BuiltModules.Module?

    init(module: BuiltModules.Module) {
        name = module.name
        catalog = "\(module.sources)/\(module.name).docc"
        self.module = module
    }

    init(catalog: String) {
        name = String(Files.name(of: catalog).prefix { $0 != "." })
        self.catalog = catalog
    }

    /// The Markdown file of the archive's first page, relative to the root of the repository.
    var markdownFile: String { "\(catalog)/\(name).md" }

    /// The path of the archive's first page on a site.
    var sitePath: String { "/documentation/\(name.lowercased())" }

    /// The JSON file from which the renderer shows the archive's first page, relative to an archive or a site.
    var renderFile: String { "data\(sitePath).json" }
}
