#if os(Linux)
import SeekBasics
import SeekNetworking
import SeekTestHelpers
import Testing

extension BrowserTests {
    @Suite("The layout")
    struct LayoutTests {
        /// The pages to check, and the names of their screenshots.
        private static let pages: [(name: String, target: String)] = [
            ("home", "/"), ("results", "/?q=swift"), ("sources", "/?q=swift&view=grouped"),
            ("details", "/?q=swift&kinds=video&details=_first"), ("saved", "/saved"), ("history", "/history"),
            ("api", "/api/v1"), ("code", "/?q=swift&kinds=code"),
        ]

        /// Opens a page. The ID `_first` is replaced by that of the first result.
        private func open(_ target: String, _ scenario: Scenario) async throws {
            guard target.hasSuffix("_first") else { return try await scenario.open(target) }
            try await scenario.open(String(target.prefix { $0 != "&" }) + "&kinds=video")
            let link = try await scenario.page.attribute("href", of: "\(Scenario.cards) .info")
            try await scenario.open(try #require(link))
        }

        @Test("every page fits a phone of 320 pixels, a tablet and a wide screen", arguments: [320, 768, 1600])
        func widths(width: Int) async throws {
            try await Scenario.run { scenario in
                let page = scenario.page
                try await page.resize(width: width, height: width == 320 ? 640 : 1000, isPhone: width == 320)
                for (name, target) in Self.pages {
                    try await open(target, scenario)
                    let elements = try await page.overflowingElements()
                    #expect(elements == [], "\(name)")
                    try await page.screenshot("\(name)-\(width)")
                }
            }
        }

        @Test("on 320 pixels with a scroll bar, the search field, the menu and the links of results are not cut off")
        func scrollBar() async throws {
            try await Scenario.run { scenario in
                // The scroll bar is 15 pixels wide.
                try await scenario.page.resize(width: 305, height: 640, isPhone: true)
                try await scenario.open("/?q=swift")
                let script = """
                    const right = (element) => element.getBoundingClientRect().right
                    const cards = document.querySelector(".cards")
                    return [...document.querySelectorAll(".find, .menu, .actions > *")]
                        .filter((element) => right(element) > right(element.closest(".body") ?? cards) + .5)
                        .map((element) => `${right(element)}: ${element.outerHTML.slice(0, 120)}`)
                    """
                #expect(try await scenario.page.evaluate(script) == [])
            }
        }

        @Test("every menu is inside the screen", arguments: [320, 375, 600, 768, 1280])
        func menus(width: Int) async throws {
            try await Scenario.run(token: "0123456789abcdef") { scenario in
                let page = scenario.page
                try await page.resize(width: width, height: 800, isPhone: width < 700)
                try await scenario.open("/?q=swift")
                try await scenario.logIn(with: "0123456789abcdef")
                let script = """
                    return [...document.querySelectorAll("details.pop")].map((menu) => {
                        menu.open = true
                        const box = menu.querySelector(".panel").getBoundingClientRect()
                        menu.open = false
                        return box.width > 0 && box.left >= 0 && box.right <= innerWidth ? "" : menu.className
                    })
                    """
                // One string per menu: empty, or the class of a menu that is cut off.
                #expect(try await page.evaluate(script) == ["", "", "", ""])
                try await page.click(".save summary")
                try await page.screenshot("save-\(width)")
            }
        }

        @Test("the printed address of a result is on its own line and runs from left to right")
        func printedAddress() async throws {
            try await Scenario.run { scenario in
                try await scenario.open("/?q=swift")
                try await scenario.page.setMedia("print")
                let script = """
                    const style = getComputedStyle(document.querySelector(".card h3 a"), "::after")
                    return [style.display, style.direction]
                    """
                #expect(try await scenario.page.evaluate(script) == ["block", "ltr"])
            }
        }

        @Test("on a tablet, the search field is more than 250 pixels wide, and all filters are visible")
        func tablet() async throws {
            try await Scenario.run { scenario in
                try await scenario.page.resize(width: 768, height: 1000)
                try await scenario.open("/?q=swift")
                let script = """
                    const box = (selector) => document.querySelector(selector).getBoundingClientRect()
                    return [box("#q").width > 250, box(".filters > :last-child").right <= innerWidth]
                    """
                #expect(try await scenario.page.evaluate(script) == [true, true])
            }
        }

        @Test("on a phone, the links of the menu have names")
        func names() async throws {
            try await Scenario.run { scenario in
                try await scenario.page.resize(width: 320, height: 640, isPhone: true)
                try await scenario.open("/?q=swift")
                #expect(try await scenario.page.texts(".menu > a") == ["Saved", "History"])
            }
        }

        @Test("on a phone, buttons and links are at least 24 pixels wide and high")
        func targets() async throws {
            try await Scenario.run { scenario in
                try await scenario.page.resize(width: 320, height: 640, isPhone: true)
                try await scenario.open("/?q=swift")
                // WCAG 2.2, success criterion 2.5.8; a label enlarges its control, and links in sentences are exempt.
                let script = """
                    return [...document.querySelectorAll("button, summary, select, .actions a, .menu a, a.button")]
                        .filter((element) => element.checkVisibility())
                        .filter((element) => {
                            const box = (element.closest("label") ?? element).getBoundingClientRect()
                            return box.width > 1 && (box.width < 24 || box.height < 24)
                        })
                        .map((element) => element.outerHTML.slice(0, 120))
                    """
                #expect(try await scenario.page.evaluate(script) == [])
            }
        }

        @Test("the background follows the system's color scheme", arguments: ["light", "dark"])
        func colors(scheme: String) async throws {
            try await Scenario.run { scenario in
                let page = scenario.page
                try await page.setMedia("", ["prefers-color-scheme": scheme])
                for (name, target) in [("home", "/"), ("results", "/?q=swift")] {
                    try await scenario.open(target)
                    let script = """
                        const color = getComputedStyle(document.documentElement).backgroundColor
                        const body = getComputedStyle(document.body).backgroundColor
                        const canvas = new OffscreenCanvas(1, 1).getContext("2d")
                        for (const fill of ["Canvas", color, body]) {
                            canvas.fillStyle = fill
                            canvas.fillRect(0, 0, 1, 1)
                        }
                        return Math.max(...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3))
                        """
                    let brightest = try #require(try await page.evaluate(script).integer)
                    #expect((brightest < 80) == (scheme == "dark"))
                    try await page.screenshot("\(name)-\(scheme)")
                }
            }
        }

        @Test("a printed page has results and no controls")
        func print() async throws {
            try await Scenario.run { scenario in
                let page = scenario.page
                try await scenario.open("/?q=swift")
                try await page.setMedia("print")
                #expect(try await scenario.resultCount() == 25)
                #expect(try await page.count("button, .filters, .further, .menu") == 0)
                try await page.screenshot("results-print", isWhole: true)
            }
        }
    }
}
#endif
