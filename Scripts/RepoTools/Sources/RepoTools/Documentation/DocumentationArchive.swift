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
