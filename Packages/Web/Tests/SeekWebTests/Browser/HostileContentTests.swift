#if os(Linux)
import SeekBasics
import SeekTestHelpers
import SeekTestingSupport
import Testing

extension BrowserTests {
    @Suite("Hostile content")
    struct HostileContentTests {
        private static let titles = [
            "<script>document.title = 'hacked'</script>", "\" onmouseover=\"document.title='hacked'\" x=\"",
            "</title></main></body><h1>hacked</h1>", "\u{202E}desrever\u{2066}", "&amp;&lt;b&gt;",
            String(repeating: "W", count: 10_000), String(repeating: "a\u{0301}\u{0302}\u{0303}", count: 300),
        ]

        private static let responseBody: JSONValue = [
            "total_count": .number(Double(titles.count)), "incomplete_results": false,
            "items": .array(
                titles.enumerated().map { index, title in
                    [
                        "id": .number(Double(index + 1)), "name": .string(title), "full_name": .string("o/\(title)"),
                        "html_url": .string("https://github.com/o/\(index)"), "description": .string(title),
                        "language": .string(title), "stargazers_count": 1, "fork": false, "topics": [.string(title)],
                        "owner": [
                            "login": .string(title), "id": 1, "type": "User",
                            "avatar_url": "javascript:document.title='hacked'",
                        ],
                    ]
                }
            ),
        ]

        @Test("markup, bidirectional controls and very long titles are shown as text that fits the screen")
        func titles() async throws {
            try await Scenario.run { scenario in
                let page = scenario.page
                scenario.app.replace(SampleApp.repositories, with: .json(Self.responseBody))
                try await page.resize(width: 320, height: 640, isPhone: true)
                try await scenario.open("/?q=%3Cscript%3Ealert(1)%3C%2Fscript%3E&kinds=repository")
                #expect(try await scenario.resultCount() == Self.titles.count)
                #expect(try await scenario.titles().first?.contains("<script>document.title") == true)
                #expect(try await page.title == "<script>alert(1)</script> · Seek")
                // The heading of the page itself.
                #expect(try await page.evaluate("return document.querySelectorAll('main script, h1').length") == 1)
                let elements = try await page.overflowingElements()
                #expect(elements == [])
                // A bidirectional control must not affect the text around the title.
                let directions = try await page.evaluate(
                    """
                    return [...document.querySelectorAll(".card h3")]
                        .map((title) => title.dir || getComputedStyle(title).unicodeBidi)
                    """
                )
                #expect(directions.array?.allSatisfy { ["auto", "isolate", "plaintext"].contains($0.string) } == true)
                try await page.click("\(Scenario.cards):nth-of-type(2) .info")
                try await eventually("the details are shown") { try await page.count("#details h2") == 1 }
                let elementsWithDetails = try await page.overflowingElements()
                #expect(elementsWithDetails == [])
            }
        }
    }
}
#endif
