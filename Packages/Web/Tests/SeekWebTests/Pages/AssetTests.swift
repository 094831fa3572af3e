import SeekNetworking
import Testing

@Suite("Assets")
struct AssetTests {
    /// Returns the paths of the style sheet, the script and the icon, to which each page links.
    private func paths(_ site: Site) async throws -> [String] {
        let page = try await site.page("/")
        return page.matches(of: /(?:href|src)="(\/assets\/[^"]+)"/).map { String($0.1) }
    }

    @Test("each asset is served at its path and may be stored permanently")
    func served() async throws {
        let site = try Site()
        let paths = try await paths(site)
        #expect(paths.count == 3)
        for path in paths {
            let response = try await site.response(path)
            #expect(response.status == .ok)
            #expect(response.headerFields[.cacheControl] == "public, max-age=31536000, immutable")
            #expect(!response.body.isEmpty)
        }
    }

    @Test("the icon is also served at /favicon.ico, and needs no token")
    func favicon() async throws {
        let response = try await Site(TestAppOptions(token: "0123456789abcdef")).response("/favicon.ico")
        #expect(response.status == .ok)
        #expect(response.headerFields[.contentType] == "image/svg+xml")
    }

    @Test("the script inserts no markup, and the style sheet loads nothing")
    func harmless() async throws {
        let site = try Site()
        for path in try await paths(site) {
            let text = try await site.page(path)
            #expect(!text.isEmpty)
            for name in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"] {
                #expect(!text.contains(name))
            }
            for name in ["url(", "@import", "expression("] { #expect(!text.contains(name)) }
        }
    }
}
