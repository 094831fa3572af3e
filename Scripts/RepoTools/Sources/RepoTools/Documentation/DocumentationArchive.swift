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

    /// Returns the command that creates the archive.
    ///
    /// - Parameters:
    ///   - catalog: The full path of the catalog; nil if it does not exist.
    ///   - symbols: The folder of the module's symbol graphs.
    ///   - dependencies: Other archives, to which the pages can link.
    func command(
        catalog: String?,
        symbols: String,
        output: String,
        diagnostics: String,
        dependencies: [String]
    ) -> [String] {
        Toolchain.tool("docc") + ["convert"] + (catalog.map { [$0] } ?? []) + [
            "--additional-symbol-graph-dir", symbols, "--output-dir", output, "--diagnostics-file", diagnostics,
            "--fallback-display-name", name, "--fallback-bundle-identifier", name,
            // The pages of a site are written by `SitePages`.
            "--no-transform-for-static-hosting", "--enable-experimental-external-link-support",
        ] + dependencies.flatMap { ["--dependency", $0] }
    }
}
