#if os(Linux)
import Foundation
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

extension BrowserTests {
    @Suite("A link on another site")
    struct OtherSiteTests {
        /// Runs a server of another site during an operation. Its page has a link; another port is another origin.
        private func withPage(linkingTo target: String, perform operation: (URL) async throws -> Void) async throws {
            let markup = "<!doctype html><title>Other</title><a id=\"link\" href=\"\(target)\">Open</a>"
            let server = try LoopbackServer { request in
                let fields: HTTPFields = [.contentType: "text/html; charset=utf-8"]
                let status: HTTPResponse.Status = request.url.path() == "/" ? 200 : 404
                return .response(HTTPResponse(status: status, headerFields: fields, body: Data(markup.utf8)))
            }
            defer { server.stop() }
            try await operation(server.baseURL)
        }

        @Test(
            "shows stored results, and the search starts when the user presses the button",
            arguments: [nil, "0123456789abcdef"]
        )
        func link(token: String?) async throws {
            try await Scenario.run(token: token, allowing: "/favicon.ico - Failed to load") { scenario in
                let (app, page) = (scenario.app, scenario.page)
                try await scenario.open("/?q=swift&kinds=video")
                if let token { try await scenario.logIn(with: token) }
                try await scenario.waitForResults()
                let count = app.searchCount()
                let target = try app.page("/?q=swift&kinds=video&sort=date&pages=3&load=1").absoluteString
                try await withPage(linkingTo: target) { other in
                    try await page.open(other)
                    try await page.click("#link")
                    let button = "main button[form=search]"
                    try await eventually("the button is shown") { try await page.count(button) == 1 }
                    #expect(try await scenario.target() == "/?q=swift&kinds=video&sort=date&preview=1")
                    #expect(try await scenario.resultCount() > 0)
                    // Neither the script nor a reload starts the search.
                    try await page.press(BrowserPage.Key.escape)
                    try await page.reload()
                    try await eventually("the button is shown") { try await page.count(button) == 1 }
                    #expect(app.searchCount() == count)
                    try await page.click(button)
                    await eventually("the search has started") { app.searchCount() > count }
                    try await scenario.waitForResults()
                    #expect(try await scenario.target() == "/?q=swift&sort=date&kinds=video")
                    try await page.open(#require(URL(string: "about:blank")))
                }
            }
        }

        @Test("without scripts, leads to the same button")
        func withoutScripts() async throws {
            try await Scenario.run(allowing: "/favicon.ico - Failed to load") { scenario in
                let (app, page) = (scenario.app, scenario.page)
                try await page.setScripting(false)
                let target = try app.page("/?q=swift&kinds=video&pages=3").absoluteString
                try await withPage(linkingTo: target) { other in
                    try await page.open(other)
                    try await page.click("#link")
                    try await page.click("main button[form=search]")
                    await eventually("the search has started") { app.searchCount() == 1 }
                    try await eventually("the results are shown") { try await scenario.resultCount() == 25 }
                    try await page.open(#require(URL(string: "about:blank")))
                }
            }
        }
    }
}
#endif
