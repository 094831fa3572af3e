import Foundation
import SeekBasics

/// Opens pages of a documentation site in Chromium.
struct SiteBrowser {
    /// A page and the heading it must show.
    struct Page: Hashable {
        /// Relative to the site: `documentation/seek`.
        var path: String
        var title: String
    }

    /// The folder that is served: it contains the folder `site`.
    let folder: String
    let server: [String]
    let shell: Shell

    /// Returns the first page of the site, the first page of the first module, and a page that this one lists.
    ///
    /// - Parameter modules: The names in lowercase, as in paths.
    static func pages(of site: String, modules: [String]) throws(RepoError) -> [Page] {
        var pages = [try content("documentation", of: site).page]
        guard let module = modules.first else { return pages }
        let first = try content("documentation/\(module)", of: site)
        pages.append(first.page)
        if let listed = first.links.first(where: { $0.hasPrefix("documentation/\(module)/") }) {
            pages.append(try content(listed, of: site).page)
        }
        return pages
    }

    /// Reads the JSON file from which the renderer shows a page: the page, and the paths of those to which it has links.
    private static func content(_ path: String, of site: String) throws(RepoError) -> (page: Page, links: [String]) {
        let file = "\(site)/data/\(path).json"
        let data = try Files.data(file)
        guard let json = try? JSONValue(json: data), let title = json["metadata"]["title"].string
        else { throw RepoError("\(file) is not a page of docc; use Swift 6.3") }
        guard case .object(let references) = json["references"] else { return (Page(path: path, title: title), []) }
        let links = references.compactMap { $0.value["url"].string }.filter { $0.hasPrefix("/documentation/") }
        return (Page(path: path, title: title), links.map { String($0.dropFirst()) }.sorted())
    }

    /// Opens pages and returns those that do not show their title as heading.
    func problems(_ pages: [Page]) throws(RepoError) -> [String] {
        let server = try SiteServer(server, folder: folder)
        defer { server.stop() }
        let profile = try ScratchFolder()
        defer { profile.remove() }
        var problems: [String] = []
        for page in pages {
            let options = ["--virtual-time-budget=60000", "--timeout=60000", "--dump-dom"]
            let command = Self.browser(profile: profile.path) + options + ["\(server.url)/site/\(page.path)/"]
            let headings = Self.headings(in: try shell.capture(command).output)
            guard !headings.contains(page.title) else { continue }
            problems.append("\(page.path) does not show the heading “\(page.title)”, but \(headings)")
        }
        return problems
    }

    /// Returns the texts of the first-level headings of a document.
    static func headings(in document: String) -> [String] {
        document.matches(of: /<h1[^>]*>(.*?)<\/h1>/.dotMatchesNewlines()).map { match in
            match.output.1.replacing(/<[^>]*>/, with: "").replacing("&amp;", with: "&").replacing("&lt;", with: "<")
                .replacing("&gt;", with: ">").replacing("\u{200B}", with: "")
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }

    /// Returns the command that starts Chromium without a window.
    static func browser(profile: String) -> [String] {
        [
            // Chromium's sandbox does not work as root, and containers have a small /dev/shm.
            "chromium", "--headless", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
            "--disable-extensions",
            "--no-first-run", "--user-data-dir=\(profile)", "--window-size=1280,900",
            // No requests to other servers.
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--disable-background-networking",
            "--disable-component-update", "--disable-sync",
        ]
    }
}
