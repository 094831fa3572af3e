#if os(Linux)
import SeekBasics
import SeekTestingSupport
import Testing

extension BrowserTests {
    @Suite("A session")
    struct BrowserSessionTests {
        private static let token = "0123456789abcdef"

        @Test("begins with the token, leads to the requested page, and ends with a button")
        func session() async throws {
            // The response to a wrong token has status 401.
            try await Scenario.run(token: Self.token, allowing: "401 (Unauthorized)") { scenario in
                let page = scenario.page
                try await scenario.open("/?q=swift&kinds=video")
                #expect(try await page.texts("label") == ["Token of this server"])
                try await page.screenshot("login")
                try await page.type("wrong", into: "#token")
                try await page.click("main button")
                try await eventually("the problem is shown") {
                    try await page.texts("[role=alert]") == ["This is not the server's token."]
                }
                try await scenario.logIn(with: Self.token)
                #expect(try await scenario.target() == "/?q=swift&kinds=video")
                try await page.click("[form=logout]")
                try await eventually("the form is shown") { try await page.count("#token") == 1 }
                try await scenario.open("/saved")
                #expect(try await scenario.target() == "/login?next=%2Fsaved")
            }
        }

        @Test("after its end, Back shows the form and no results")
        func back() async throws {
            // The browser may request images of the page that it has retained.
            try await Scenario.run(token: Self.token, allowing: "401 (Unauthorized)") { scenario in
                let page = scenario.page
                try await scenario.open("/?q=swift&kinds=video")
                try await scenario.logIn(with: Self.token)
                try await page.click("[form=logout]")
                try await eventually("the form is shown") { try await scenario.target() == "/login" }
                try await page.evaluate("history.back()")
                try await eventually("the previous page requires the token") {
                    try await scenario.target() == "/login?next=%2F%3Fq%3Dswift%26kinds%3Dvideo"
                }
                #expect(try await page.count("#token") == 1)
            }
        }

        @Test("has a button *Log out* that fits on the screen of a phone")
        func phone() async throws {
            try await Scenario.run(token: Self.token) { scenario in
                let page = scenario.page
                try await page.resize(width: 305, height: 640, isPhone: true)
                try await scenario.open("/?q=swift")
                try await scenario.logIn(with: Self.token)
                let elements = try await page.overflowingElements()
                #expect(elements == [])
                let script = "return document.querySelector('[form=logout]').getBoundingClientRect().right <= 305"
                #expect(try await page.evaluate(script) == true)
            }
        }
    }
}
#endif
