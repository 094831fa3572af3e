import Foundation

/// Opens a documentation site in Chromium and uses it as a reader does: pages, links, and the search for a page.
struct SiteBrowser {
    /// A page and the heading it must show.
    struct Page: Hashable {
        /// Relative to the site: `documentation/seek`.
        var path: String
        var title: String
    }

    /// The pages to open, a link to follow and a page to search for.
    struct Tour {
        /// The first is the site's first page, to which all others have a link.
        var pages: [Page]
        /// A page with a link to another module, and the target.
        var link: (from: Page, to: Page)?
        /// The page on which the search starts, and a page of another module to search for by its title.
        var search: (from: Page, to: Page)?

        /// Chooses the first page of the site, the first page and the articles of each module, a link between two
        /// modules, and a symbol to search for from another module. The names of modules are in lowercase, as in paths.
        init(site: String, modules: [String]) throws(RepoError) {
            pages = [try Self.content("documentation", of: site).page]
            for module in modules {
                let first = try Self.content("documentation/\(module)", of: site)
                pages.append(first.page)
                let listed = first.links.filter { $0.path.hasPrefix("documentation/\(module)/") }
                for link in listed {
                    let content = try Self.content(link.path, of: site)
                    if content.isArticle {
                        pages.append(content.page)
                    } else if search == nil, module != modules.first {
                        // From the first page of the first module.
                        search = (pages[1], content.page)
                    }
                }
                let outgoingLink = first.links.first { link in
                    modules.contains { $0 != module && link.path.hasPrefix("documentation/\($0)/") }
                }
                if let outgoingLink, link == nil {
                    link = (first.page, try Self.content(outgoingLink.path, of: site).page)
                }
            }
        }

        private struct Content {
            var page: Page
            var isArticle: Bool
            var links: [Page]
        }

        /// Reads the JSON file from which the renderer shows a page.
        private static func content(_ path: String, of site: String) throws(RepoError) -> Content {
            let file = "\(site)/data/\(path).json"
            guard let json = JSONValue(parsing: try Files.data(file)),
                let title = json["metadata"]?["title"]?.string
            else { throw RepoError("\(file) is not a page of docc; use Swift 6.3") }
            var links: [Page] = []
            if case .object(let references) = json["references"] {
                for (_, reference) in references.sorted(by: { $0.key < $1.key }) {
                    guard let url = reference["url"]?.string, url.hasPrefix("/documentation/") else { continue }
                    links.append(Page(path: String(url.dropFirst()), title: reference["title"]?.string ?? ""))
                }
            }
            let isArticle = json["metadata"]?["role"]?.string == "article"
            return Content(page: Page(path: path, title: title), isArticle: isArticle, links: links)
        }
    }

    /// The folder that is served: it contains the folder `site`.
    let folder: String
    let server: [String]
    let shell: Shell

    func problems(_ tour: Tour) throws(RepoError) -> [String] {
        try Files.write(try Self.script(tour), to: "\(folder)/\(Self.checkPage)")
        defer { Files.remove("\(folder)/\(Self.checkPage)") }
        let server = try SiteServer(server, folder: folder)
        defer { server.stop() }
        let profile = try ScratchFolder()
        defer { profile.remove() }
        let result = try shell.capture(
            Self.browser(profile: profile.path) + [
                // The limits of virtual and of real time, in milliseconds.
                "--virtual-time-budget=600000", "--timeout=300000", "--dump-dom", "\(server.url)/\(Self.checkPage)",
            ]
        )
        return Self.problems(inDocument: result.output)
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

    /// Returns the problems that the script has written into the document. A complete result ends with the line `done`.
    static func problems(inDocument document: String) -> [String] {
        guard let start = document.firstRange(of: "<pre id=\"result\">")?.upperBound,
            let end = document[start...].firstRange(of: "</pre>")?.lowerBound
        else { return ["Chromium printed no result"] }
        var lines = document[start..<end].split(separator: "\n").map { $0.removingPercentEncoding ?? String($0) }
        guard lines.last == "done" else { return lines + ["the check did not finish"] }
        lines.removeLast()
        return lines
    }

    private static let checkPage = "check.html"

    private static func script(_ tour: Tour) throws(RepoError) -> String {
        func json(_ page: Page?) -> JSONValue {
            page.map { .object(["path": .string($0.path), "title": .string($0.title)]) } ?? .null
        }
        let input = JSONValue.object([
            "pages": .array(tour.pages.map(json)), "from": json(tour.link?.from), "to": json(tour.link?.to),
            "start": json(tour.search?.from), "search": json(tour.search?.to),
        ])
        return
            "<!doctype html><meta charset=\"utf-8\"><iframe width=\"1200\" height=\"800\"></iframe><pre id=\"result\"></pre>\n"
            + "<script>\nconst tour = \(input)\n\(program)</script>\n"
    }

    /// The script of the page with the site in a frame. It writes each line of the result percent-encoded.
    private static let program = #"""
        const frame = document.querySelector("iframe")
        const result = document.querySelector("#result")
        const report = (text) => { result.textContent += encodeURIComponent(text) + "\n" }

        /// Waits until a function returns a value.
        async function until(description, get) {
            for (let tries = 0; tries < 400; tries++) {
                const value = get()
                if (value) return value
                await new Promise((resolve) => setTimeout(resolve, 25))
            }
            throw new Error(description)
        }

        const find = (selector) => frame.contentDocument.querySelector(selector)
        const heading = () => find("h1")?.innerText.replaceAll("\u200b", "").trim()

        async function open(page) {
            await new Promise((resolve) => {
                frame.addEventListener("load", resolve, { once: true })
                frame.src = "site/" + page.path + "/"
            })
            frame.contentWindow.addEventListener("error", (event) => report(page.path + ": " + event.message))
            await shows(page)
        }

        const shows = (page) => until(page.path + " does not show the heading “" + page.title + "”", () => heading() === page.title)

        const path = (element) => new URL(element.href).pathname.replace(/\/$/, "")

        async function run() {
            for (const page of tour.pages) {
                await open(page)
                const base = new URL("site/", location).pathname
                for (const link of frame.contentDocument.querySelectorAll("main a[href]")) {
                    const url = new URL(link.href)
                    if (url.origin === location.origin && !url.pathname.startsWith(base))
                        report(page.path + " has a link outside of the site: " + url.pathname)
                }
            }
            if (tour.from) {
                await open(tour.from)
                const target = new URL("site/" + tour.to.path, location).pathname
                const link = await until(tour.from.path + " has no link to " + tour.to.path, () =>
                    [...frame.contentDocument.querySelectorAll("main a[href]")].find((link) => path(link) === target))
                link.click()
                await shows(tour.to)
                const base = new URL("site/documentation", location).pathname
                const home = await until(tour.to.path + " has no link to the first page", () =>
                    [...frame.contentDocument.querySelectorAll("main a[href]")].find((link) => path(link) === base))
                home.click()
                await shows(tour.pages[0])
            }
            if (tour.search) {
                await open(tour.start)
                await until("the list of the module's pages is not shown", () => find(".navigator-card-item"))
                await until("there is no button for the search", () => find(".quick-navigation-open"))
                const target = new URL("site/" + tour.search.path, location).pathname
                let tries = 0
                const match = await until("the search does not find “" + tour.search.title + "”", () => {
                    const field = find(".quick-navigation input")
                    // The search closes when the page is rendered again, and starts only after typing has stopped.
                    if (!field) find(".quick-navigation-open")?.click()
                    if (field && tries++ % 80 === 0) {
                        field.value = tour.search.title
                        field.dispatchEvent(new Event("input", { bubbles: true }))
                    }
                    const matches = frame.contentDocument.querySelectorAll(".quick-navigation a[href]")
                    return [...matches].find((link) => path(link) === target)
                })
                match.click()
                await shows(tour.search)
            }
        }

        run().catch((error) => report(error.message)).then(() => report("done"))

        """#
}
