#if os(Linux)
import SeekBasics
import SeekTestHelpers
import SeekTestingSupport
import Testing

extension BrowserTests {
    @Suite("Accessibility and valid markup")
    struct AccessibilityTests {
        /// The pages to check.
        private static let targets = [
            "/", "/?q=swift", "/?q=swift&view=grouped&kinds=video,repository,issue,channel", "/?q=swift&offline=1",
            "/?q=zzzzzz", "/?q=swift&sort=x", "/saved", "/history", "/help", "/missing",
        ]

        /// Saves a search and runs another one, so that the saved searches and the history have content. Returns the
        /// target of a page with details.
        private func prepare(_ scenario: Scenario) async throws -> String {
            try await scenario.open("/?q=swift")
            try await scenario.page.click(".save summary")
            try await scenario.page.click(".save .panel button")
            try await eventually("the search is saved") { try await scenario.target().hasPrefix("/saved") }
            try await scenario.open("/?q=swift&kinds=video")
            return try #require(await scenario.page.attribute("href", of: "\(Scenario.cards) .info"))
        }

        private func check(
            _ scenario: Scenario,
            _ target: String = "",
            sourceLocation: SourceLocation = #_sourceLocation
        ) async throws {
            let violations = try await scenario.page.accessibilityViolations()
            #expect(violations == [], "\(target)", sourceLocation: sourceLocation)
        }

        @Test(
            "no page has a violation of the accessibility rules",
            .enabled(if: Accessibility.isInstalled, "axe-core is not installed; run Scripts/bootstrap --browser"),
            arguments: ["light", "dark"]
        )
        func accessibility(scheme: String) async throws {
            // Some targets have the status 400 or 404, which the browser reports as an error.
            try await Scenario.run(allowing: "the server responded with a status of 40") { scenario in
                let details = try await prepare(scenario)
                try await scenario.page.setMedia("", ["prefers-color-scheme": scheme])
                for target in Self.targets + [details, details + "&load=1"] {
                    try await scenario.open(target)
                    try await check(scenario, target)
                }
                // Menus and the dialog, which are closed at first.
                try await scenario.open("/?q=swift")
                try await scenario.page.evaluate(
                    "document.querySelectorAll('details').forEach((each) => each.open = true)"
                )
                try await check(scenario)
                try await scenario.page.evaluate("document.getElementById('help').showModal()")
                try await check(scenario)
            }
        }

        @Test("the page of a failed search is accessible", .enabled(if: Accessibility.isInstalled))
        func failure() async throws {
            try await Scenario.run { scenario in
                scenario.app.replace("/{+rest}", with: .fault(.resetBeforeResponse))
                try await scenario.open("/?q=swift")
                try await check(scenario)
            }
        }

        @Test(
            "the markup of all pages is valid",
            .enabled(
                if: MarkupChecker.isInstalled,
                "the Nu HTML checker is not installed; run Scripts/bootstrap --browser"
            )
        )
        func markup() async throws {
            try await Scenario.run(allowing: "the server responded with a status of 40") { scenario in
                let details = try await prepare(scenario)
                var documents: [String: String] = [:]
                for (index, target) in (Self.targets + [details, details + "&load=1"]).enumerated() {
                    let script = """
                        return fetch(arguments[0], { headers: { Accept: "text/html" } })
                            .then((response) => response.text())
                        """
                    documents["\(index)"] = try await scenario.page.evaluate(script, .string(target)).string
                }
                let problems = try MarkupChecker.problems(in: documents)
                #expect(problems == [])
            }
        }
    }
}
#endif
