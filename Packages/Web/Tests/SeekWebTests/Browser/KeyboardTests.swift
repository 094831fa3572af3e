#if os(Linux)
import SeekBasics
import SeekTestHelpers
import SeekTestingSupport
import Testing

extension BrowserTests {
    @Suite("The keyboard")
    struct KeyboardTests {
        /// Returns the position of the selected result, starting at 0; nil if none is selected.
        private func selected(_ scenario: Scenario) async throws -> Int? {
            let script = """
                const cards = [...document.querySelectorAll(arguments[0])]
                return cards.indexOf(document.activeElement.closest(".card"))
                """
            return try await scenario.page.evaluate(script, .string(Scenario.cards)).integer.flatMap {
                $0 < 0 ? nil : $0
            }
        }

        @Test("a search, the selection of results and their details need no pointer")
        func everything() async throws {
            try await Scenario.run { scenario in
                let page = scenario.page
                try await scenario.open("/")
                try await page.press("/")
                for character in "swift" { try await page.press(String(character)) }
                try await page.press(BrowserPage.Key.enter)
                try await scenario.waitForResults()
                // Leaves the field, in which letters are text.
                try await page.press(BrowserPage.Key.escape, "j", "j", "k", "j")
                #expect(try await selected(scenario) == 1)
                try await page.press(BrowserPage.Key.enter)
                try await eventually("the details are shown") { try await page.count("#details h2") == 1 }
                #expect(try await page.texts("#details h2") == [scenario.titles()[1]])
                try await page.press(BrowserPage.Key.escape)
                #expect(try await page.count("#details") == 0)
                #expect(try await selected(scenario) == 1)
            }
        }

        @Test("Esc in the search field shows the search of the URL again, and filters then apply to it")
        func endOfTyping() async throws {
            try await Scenario.run { scenario in
                let page = scenario.page
                try await scenario.open("/?q=swift")
                try await scenario.waitForResults()
                let titles = try await scenario.titles()
                try await page.type("zzzz", into: "#q")
                try await eventually("no result is shown") { try await scenario.resultCount() == 0 }
                try await page.press(BrowserPage.Key.escape)
                try await scenario.waitForResults()
                #expect(try await scenario.titles() == titles)
                #expect(try await scenario.fieldText() == "swift")
                try await page.click("label:has([value=issue])")
                try await eventually("the filter is part of the URL") {
                    try await scenario.target() == "/?q=swift&kinds=video,repository,issue"
                }
            }
        }

        @Test("? shows the list of keys, and Esc closes it")
        func help() async throws {
            try await Scenario.run { scenario in
                let page = scenario.page
                try await scenario.open("/?q=swift")
                try await page.press(BrowserPage.Key.escape)
                try await page.press("?", holding: BrowserPage.Key.shift)
                #expect(try await page.texts("#help h2") == ["Keyboard"])
                try await page.press(BrowserPage.Key.escape)
                #expect(try await page.count("#help") == 0)
            }
        }

        @Test("in the search field, the shortcut keys are text")
        func text() async throws {
            try await Scenario.run { scenario in
                try await scenario.open("/?q=swift")
                try await scenario.page.type("j/k?", into: "#q")
                #expect(try await scenario.fieldText() == "j/k?")
                #expect(try await selected(scenario) == nil)
            }
        }

        @Test("shortcuts that are switched off remain off when the page is reloaded")
        func switchedOff() async throws {
            try await Scenario.run { scenario in
                let page = scenario.page
                try await scenario.open("/?q=swift")
                try await page.press(BrowserPage.Key.escape)
                try await page.press("?", holding: BrowserPage.Key.shift)
                try await page.click("#shortcuts")
                try await page.press(BrowserPage.Key.escape)
                try await page.reload()
                try await page.press("j")
                #expect(try await selected(scenario) == nil)
            }
        }

        @Test("the first link that Tab reaches skips the header")
        func skip() async throws {
            try await Scenario.run { scenario in
                try await scenario.open("/?q=swift")
                try await scenario.page.press(BrowserPage.Key.tab, BrowserPage.Key.enter)
                try await eventually("the results have the focus") {
                    try await scenario.page.evaluate("return document.activeElement.id") == "main"
                }
            }
        }

        @Test("each element that Tab reaches is visible and is marked as focused")
        func focus() async throws {
            try await Scenario.run { scenario in
                try await scenario.open("/?q=swift")
                let script = """
                    const element = document.activeElement, style = getComputedStyle(element)
                    const box = element.getBoundingClientRect()
                    const isShown = style.outlineStyle !== "none" || style.boxShadow !== "none"
                        || getComputedStyle(element.closest("label, .find, .search") ?? element).outlineStyle !== "none"
                        || getComputedStyle(element.closest("label, .find, .search") ?? element).boxShadow !== "none"
                    const isVisible = box.width > 0 && box.bottom > 0 && box.top < innerHeight
                    return element === document.body || (isShown && isVisible) ? "" : element.outerHTML.slice(0, 200)
                    """
                for _ in 0..<30 {
                    try await scenario.page.press(BrowserPage.Key.tab)
                    #expect(try await scenario.page.evaluate(script) == "")
                }
            }
        }
    }
}
#endif
