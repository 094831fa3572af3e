#if os(Linux)
import SeekBasics
import SeekTestHelpers
import SeekTestingSupport
import Testing

extension BrowserTests {
    @Suite("Saved searches and the history")
    struct SavedSearchesTests {
        @Test("a search is saved, run, followed as a feed and removed")
        func saved() async throws {
            try await Scenario.run { scenario in
                let page = scenario.page
                try await scenario.open("/?q=swift&kinds=repository")
                try await scenario.waitForResults()
                try await page.click(".save summary")
                #expect(try await page.evaluate("return document.activeElement.name") == "name")
                try await page.type("My search", into: ".save [name=name]")
                try await page.click(".save .panel button")
                try await eventually("the saved search is shown") {
                    try await scenario.target().hasPrefix("/saved?name=My")
                }
                try await page.click("form[action='/saved/run'] button")
                try await eventually("its results are shown") { try await page.count(".card") > 0 }

                try await scenario.open("/saved")
                #expect(try await page.texts("main h2") == ["My search"])
                let script = """
                    const link = document.querySelector("a[href^='/saved/feed']").href
                    return fetch(link).then((response) => response.headers.get("content-type"))
                    """
                #expect(try await page.evaluate(script).string?.hasPrefix("application/atom+xml") == true)
                // Without confirmation, the search is not removed.
                try await page.evaluate("window.confirm = (text) => { window.confirmText = text; return false }")
                try await page.click("form[action='/saved/remove'] button")
                #expect(
                    try await page.evaluate("return window.confirmText")
                        == "Remove the saved search “My search” and its results?"
                )
                #expect(try await page.texts("main h2") == ["My search"])
                try await page.evaluate("window.confirm = () => true")
                try await page.click("form[action='/saved/remove'] button")
                try await eventually("the list is empty") {
                    try await page.texts("main h2") == ["No saved searches"]
                }
            }
        }

        @Test("searches appear in the history until it is cleared")
        func history() async throws {
            try await Scenario.run { scenario in
                let page = scenario.page
                try await scenario.open("/?q=swift")
                try await scenario.waitForResults()
                try await eventually("the search is in the history") {
                    try await scenario.open("/history")
                    return try await page.texts("main li a") == ["swift"]
                }
                try await page.evaluate("window.confirm = () => true")
                try await page.click("form[action='/history/clear'] button")
                try await eventually("the history is empty") { try await page.count("main li") == 0 }
            }
        }
    }
}
#endif
