#if os(Linux)
import Foundation
import SeekBasics
import SeekTestHelpers
import SeekTestingSupport
import Testing

extension BrowserTests {
    @Suite("The URL and the history of the browser")
    struct NavigationTests {
        @Test("after Back and Forward, the result whose details were open is in view")
        func place() async throws {
            try await Scenario.run { scenario in
                let page = scenario.page
                try await page.resize(width: 1280, height: 900)
                try await scenario.open("/?q=swift&pages=2")
                try await scenario.waitForResults(50)
                let script = """
                    const card = [...document.querySelectorAll(".card")][30]
                    card.scrollIntoView()
                    card.querySelector(".info").click()
                    window.place = card.dataset.key
                    """
                try await page.evaluate(script)
                try await eventually("the details are shown") { try await page.count("#details h2") == 1 }
                let visibilityScript = """
                    const box = document.querySelector(`.card[data-key="${window.place}"]`).getBoundingClientRect()
                    return box.top >= 0 && box.top < innerHeight
                    """
                try await page.evaluate("history.back()")
                try await eventually("the details are closed") { try await page.count("#details") == 0 }
                #expect(try await page.evaluate(visibilityScript) == true)
                try await page.evaluate("history.forward()")
                try await eventually("the details are shown again") { try await page.count("#details h2") == 1 }
                #expect(try await page.evaluate(visibilityScript) == true)
            }
        }

        @Test("a shared URL shows the same results")
        func share() async throws {
            try await Scenario.run { scenario in
                try await scenario.open("/")
                try await scenario.search("swift concurrency")
                try await eventually("results are shown") { try await scenario.resultCount() > 0 }
                try await eventually("the sources finish") {
                    try await scenario.page.count("#sources .source.completed") == 2
                }
                let titles = try await scenario.titles()
                try await scenario.page.open(scenario.page.url)
                #expect(try await scenario.titles() == titles)
            }
        }

        @Test("the back button and Esc immediately show a search that is still running")
        func backWhileSearching() async throws {
            try await Scenario.run { scenario in
                let page = scenario.page
                let gate = Gate()
                defer { gate.open() }
                for path in [SampleApp.videos, SampleApp.repositories] {
                    scenario.app.hold(path, text: "night", at: gate)
                }
                let isPending = { try await page.texts("#results h1").first?.contains("Searching for “night”") == true }
                try await scenario.open("/")
                try await scenario.search("night")
                try await scenario.search("swift")
                try await scenario.waitForResults()
                try await page.goBack()
                try await eventually("the previous search is running again", isPending)
                #expect(try await scenario.fieldText() == "night")
                try await page.type("swift", into: "#q")
                try await eventually("stored results are shown") { try await scenario.resultCount() > 0 }
                try await page.press(BrowserPage.Key.escape)
                try await eventually("the search is running again", isPending)
            }
        }

        @Test("the back button returns to the previous search, and its text is in the field")
        func back() async throws {
            try await Scenario.run { scenario in
                try await scenario.open("/")
                try await scenario.search("swift")
                try await scenario.waitForResults()
                let titles = try await scenario.titles()
                try await scenario.search("night")
                try await eventually("other results are shown") { try await scenario.titles() != titles }
                try await scenario.page.goBack()
                try await eventually("the first results are shown") { try await scenario.titles() == titles }
                #expect(try await scenario.fieldText() == "swift")
                #expect(scenario.app.searchCount() == 2)
            }
        }

        @Test("open details are part of the URL, and the back button closes them")
        func details() async throws {
            try await Scenario.run { scenario in
                let page = scenario.page
                try await scenario.openDetails()
                #expect(try await page.texts("#details h2") == [scenario.titles()[0]])
                #expect(try await scenario.target().contains("details="))
                try await page.goBack()
                try await eventually("the details are closed") { try await page.count("#details") == 0 }
                #expect(try await scenario.resultCount() == 25)
            }
        }

        @Test("details remain open while the next page is loaded at the end of the list, and Forward opens them again")
        func detailsAndPages() async throws {
            try await Scenario.run { scenario in
                let page = scenario.page
                try await scenario.openDetails()
                let title = try await page.texts("#details h2")
                try await page.scrollToEnd()
                try await scenario.waitForResults(50)
                #expect(try await page.texts("#details h2") == title)
                let target = try await scenario.target()
                #expect(target.hasPrefix("/?q=swift&pages=2&details="))
                try await page.goBack()
                try await eventually("the details are closed") { try await page.count("#details") == 0 }
                try await page.evaluate("history.forward()")
                try await eventually("the details are shown again") { try await page.texts("#details h2") == title }
                try await scenario.waitForResults(50)
                #expect(try await scenario.target() == target)
            }
        }

        @Test("the cost of details is shown before they are loaded")
        func detailsCost() async throws {
            try await Scenario.run { scenario in
                let page = scenario.page
                try await scenario.openDetails(on: "/?q=swift&kinds=video")
                #expect(try await page.texts("#details").first?.contains("Costs 1") == true)
                try await page.click("#details .load")
                try await eventually("the statistics are shown") { try await page.count("#details .facts dt") > 0 }
            }
        }

        @Test("while both APIs are unreachable, an offline search finds stored results and highlights the matches")
        func offline() async throws {
            // Images that have not been shown before cannot be fetched.
            try await Scenario.run(allowing: "502 (Bad Gateway)") { scenario in
                try await scenario.open("/?q=swift")
                try await scenario.waitForResults()
                scenario.app.replace("/{+rest}", with: .fault(.resetBeforeResponse))
                try await scenario.page.click("label:has([name=offline])")
                try await eventually("matches are highlighted") { try await scenario.page.count(".card mark") > 0 }
                #expect(try await scenario.target() == "/?q=swift&offline=1")
                #expect(try await scenario.page.texts(".card mark").allSatisfy { $0.lowercased().contains("swift") })
                #expect(scenario.app.searchCount() == 1)
            }
        }
    }
}
#endif
