/// The documentation of a module, or of a catalog without a module, as docc converts it.
struct DocumentationArchive {
    var name: String
    /// The catalog, relative to the root.
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

    /// The Markdown file of its first page, relative to the root.
    var source: String { "\(catalog)/\(name).md" }

    /// The path of its first page on a site.
    var url: String { "/documentation/\(name.lowercased())" }

    /// The render file of its first page, relative to an archive or a site.
    var page: String { "data\(url).json" }

    /// Returns the command that creates the archive.
    ///
    /// - Parameters:
    ///   - catalog: The full path of the catalog; nil if it does not exist.
    ///   - symbols: The folder of its symbol graphs.
    ///   - dependencies: Other archives, to which its pages can link.
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
