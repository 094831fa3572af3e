#if os(Linux)
import SeekTestHelpers
import SeekTestingSupport
import Testing

extension BrowserTests {
    @Suite("Without scripts")
    struct WithoutScriptsTests {
        @Test("a search, its pages, details and filters work with links and forms")
        func everything() async throws {
            try await Scenario.run { scenario in
                let page = scenario.page
                try await page.setScripting(false)
                try await scenario.open("/")
                try await page.type("swift", into: "#q")
                try await page.click("#search .find button")
                try await scenario.waitForResults()
                #expect(try await page.count("#sources .source.completed") == 2)
                let titles = try await scenario.titles()

                try await page.click("a[rel=next]")
                try await scenario.waitForResults(50)
                #expect(try await Array(scenario.titles().prefix(25)) == titles)

                // The link led to the start of the second page, which is below the first result.
                try await page.evaluate("scrollTo(0, 0)")
                try await page.click("\(Scenario.cards) .info")
                try await eventually("the details are shown") { try await page.texts("#details h2") == [titles[0]] }
                try await page.click("#details .close")
                try await eventually("the details are closed") { try await page.count("#details") == 0 }

                try await page.click(".layout [value=list]")
                try await eventually("a list is shown") { try await page.count(".cards.list") == 1 }
                try await scenario.waitForResults(50)

                // Videos and repositories are selected by default.
                try await page.click("label:has([value=repository])")
                try await page.click("#search .find button")
                try await eventually("only videos are shown") {
                    try await Set(page.texts("\(Scenario.cards) .kind")) == ["Video"]
                }
                try await page.click("label:has([value=video])")
                try await page.click("#search .find button")
                try await eventually("the page explains that no kind is selected") {
                    try await page.texts("#results h1").first?.hasPrefix("Select a kind of results") == true
                }
            }
        }

        @Test("a page that is sent before the sources have responded is replaced by the complete page")
        func firstLoad() async throws {
            try await Scenario.run(pageTime: .zero) { scenario in
                try await scenario.page.setScripting(false)
                try await scenario.open("/?q=swift")
                try await scenario.waitForResults()
                #expect(try await scenario.target() == "/?q=swift&complete=1")
                #expect(scenario.app.searchCount() == 1)
            }
        }

        @Test("controls that need a script are not shown")
        func controls() async throws {
            try await Scenario.run { scenario in
                try await scenario.page.setScripting(false)
                try await scenario.open("/?q=swift")
                #expect(try await scenario.page.count("button.stop, button.share, #help") == 0)
            }
        }
    }
}
#endif
