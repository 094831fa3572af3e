#if os(Linux)
import Foundation
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

@testable import SeekWeb

extension BrowserTests {
    @Suite("A link on another site")
    struct OtherSiteTests {
        @Test(
            "shows stored results, and the search starts when the user presses the button",
            arguments: [nil, "0123456789abcdef"]
        )
        func link(token: String?) async throws {
            let access = AccessRules(token: token.flatMap(AccessToken.init))
            try await Scenario.run(access: access, allowing: "/favicon.ico - Failed to load") { scenario in
                let (app, page) = (scenario.app, scenario.page)
                try await scenario.open("/?q=swift&kinds=video")
                if let token { try await scenario.logIn(with: token) }
                try await scenario.waitForResults()
                let count = app.searchCount()
                let target = try app.page("/?q=swift&kinds=video&sort=date&pages=3&load=1").absoluteString
                let markup = "<!doctype html><title>Other</title><a id=\"link\" href=\"\(target)\">Open</a>"
                let routes = [Route(.get, "/") { _, _ in WebResponse(markup, type: "text/html; charset=utf-8") }]
                try await withServer(routes: routes) { other in
                    // Another port is another origin.
                    try await page.open(try #require(URL(string: "http://127.0.0.1:\(other.port)/")))
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
                    try await eventually("the search has started") { app.searchCount() > count }
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
                let markup = "<!doctype html><title>Other</title><a id=\"link\" href=\"\(target)\">Open</a>"
                let routes = [Route(.get, "/") { _, _ in WebResponse(markup, type: "text/html; charset=utf-8") }]
                try await withServer(routes: routes) { other in
                    try await page.open(try #require(URL(string: "http://127.0.0.1:\(other.port)/")))
                    try await page.click("#link")
                    try await page.click("main button[form=search]")
                    try await eventually("the search has started") { app.searchCount() == 1 }
                    try await eventually("the results are shown") { try await scenario.resultCount() == 25 }
                    try await page.open(#require(URL(string: "about:blank")))
                }
            }
        }
    }
}
#endif
