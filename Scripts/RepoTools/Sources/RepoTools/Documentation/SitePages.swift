/// The HTML files of a documentation site.
///
/// The renderer's own files contain the path under which the site is hosted. The files written here contain relative
/// addresses instead, so that a site can be hosted under any path and moved.
struct SitePages {
    private let template: String

    /// - Parameter template: The text of `index-template.html` of the toolchain's renderer.
    init(template: String) throws(RepoError) {
        guard [Self.baseURL, Self.placeholder, Self.endOfHead].allSatisfy({ template.contains($0) }) else {
            throw RepoError("the page template of this toolchain's docc is not known; use Swift 6.3")
        }
        self.template = template
    }

    private static let placeholder = "{{BASE_PATH}}"
    private static let baseURL = "var baseUrl = \"{{BASE_PATH}}/\""
    private static let endOfHead = "</head>"

    /// Long lines of code are wrapped, so that a reader need not scroll to see them.
    private static let style =
        "<style>.code-listing pre>code{white-space:pre-wrap!important;overflow-wrap:anywhere}</style>"

    /// Returns the page for a folder that is `depth` levels below the folder of the site.
    func html(depth: Int) -> String {
        let up = depth == 0 ? "." : Array(repeating: "..", count: depth).joined(separator: "/")
        return template.replacing(Self.baseURL, with: "var baseUrl = new URL(\"\(up)/\", location).pathname")
            .replacing(Self.placeholder, with: up).replacing(Self.endOfHead, with: Self.style + Self.endOfHead)
    }

    /// Writes an HTML page for each JSON file in the folder `data` of a site, and a page at the root that leads to the
    /// documentation. Removes the renderer's template from the site.
    func write(to site: String) throws(RepoError) {
        var pages: [Int: String] = [:]
        for file in Files.all(below: "\(site)/data", suffix: ".json") {
            let path = file.dropFirst("\(site)/data/".count).dropLast(".json".count)
            let depth = path.count { $0 == "/" } + 1
            let page = pages[depth] ?? html(depth: depth)
            pages[depth] = page
            try Files.write(page, to: "\(site)/\(path)/index.html")
        }
        try Files.write(Self.entry, to: "\(site)/index.html")
        Files.remove("\(site)/index-template.html")
    }

    private static let entry = """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta http-equiv="refresh" content="0; url=documentation/">
        <title>Documentation</title>
        <a href="documentation/">Documentation</a>
        </html>

        """
}
