#if os(Linux)
import Foundation
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

/// The tests in a real browser. Each suite about the app is declared in an extension, in its own file.
@Suite(
    "In Chromium",
    .serialized,
    .chromium,
    .enabled(if: Chromium.isInstalled, "Chromium is not installed; run Scripts/bootstrap --browser")
)
enum BrowserTests {}

extension BrowserTests {
    /// The tests of the helpers themselves, with static pages.
    @Suite("The helpers of browser tests")
    struct PageTests {
        let page: BrowserPage
        let server: LoopbackServer

        init() async throws {
            server = try LoopbackServer { request in
                let body = Self.pages[request.url.path()].map { Data($0.utf8) }
                let fields: HTTPFields = [.contentType: "text/html; charset=utf-8"]
                return .response(
                    HTTPResponse(status: body == nil ? 404 : 200, headerFields: fields, body: body ?? Data())
                )
            }
            page = try await BrowserPage()
        }

        private static let pages = [
            "/": """
            <!DOCTYPE html><html lang="en"><title>Static</title><h1>A  static
            page</h1><p hidden>hidden<p id="keys"></p>
            <form action="/found"><input name="q" autofocus><button disabled>Find</button></form>
            <script>
            addEventListener("keydown", (event) => { keys.textContent += event.key + " " })
            setTimeout(() => { document.querySelector("button").disabled = false }, 100)
            document.cookie = "seen=1"
            </script>
            """,
            "/inaccessible": """
            <!DOCTYPE html><html lang="en"><title>Inaccessible</title><main><h1>A button</h1><button></button></main>
            """,
            "/found": "<!DOCTYPE html><title>Found</title><p>found",
        ]

        private static let settings =
            "return [innerWidth, ...['print', '(prefers-color-scheme: dark)'].map((text) => matchMedia(text).matches)]"

        @Test("the texts of visible elements, the title and attributes can be read")
        func texts() async throws {
            try await page.open(server.baseURL)
            #expect(try await page.texts("h1, p[hidden]") == ["A static page"])
            #expect(try await page.title == "Static")
            #expect(try await page.attribute("action", of: "form") == "/found")
        }

        @Test("a form is filled in, and is sent as soon as its button is enabled")
        func form() async throws {
            try await page.open(server.baseURL)
            try await page.type("東京 & 夜景", into: "input")
            try await page.click("button:enabled")
            try await eventually("the next page is shown") { try await page.title == "Found" }
            #expect(try await page.url.query(percentEncoded: false) == "q=東京+&+夜景")
        }

        @Test("keys reach the page, alone and with a modifier")
        func keys() async throws {
            try await page.open(server.baseURL)
            try await page.press("j", BrowserPage.Key.escape)
            try await page.press("?", holding: BrowserPage.Key.shift)
            #expect(try await page.texts("#keys") == ["j Escape Shift ?"])
        }

        @Test("waiting for an element that never appears fails the test, and the issue contains the selector")
        func missing() async throws {
            try await page.open(server.baseURL)
            await withKnownIssue {
                await #expect(throws: WebDriver.Failure.self) {
                    try await page.click("#missing", within: .milliseconds(50))
                }
            } matching: {
                String(describing: $0).contains("click of '#missing'")
            }
        }

        @Test("a new page starts without the cookies and settings of the previous one")
        func fresh() async throws {
            try await page.open(server.baseURL)
            try await page.setScripting(false)
            try await page.setMedia("print", ["prefers-color-scheme": "dark"])
            try await page.resize(width: 320, height: 600)
            let fresh = try await BrowserPage()
            try await fresh.open(server.baseURL.appending(path: "found"))
            #expect(try await fresh.evaluate("return document.cookie") == "")
            #expect(try await fresh.evaluate(Self.settings) == [1280, false, false])
        }

        @Test("with scripting switched off, the page's scripts do not run, and its contents can be read")
        func withoutScripts() async throws {
            try await page.setScripting(false)
            try await page.open(server.baseURL)
            #expect(try await page.evaluate("return document.cookie") == "")
            #expect(try await page.texts("h1") == ["A static page"])
        }

        @Test(
            "the accessibility checker finds a button without a name",
            .enabled(if: Accessibility.isInstalled, "axe-core is not installed; run Scripts/bootstrap --browser")
        )
        func accessibility() async throws {
            try await page.open(server.baseURL.appending(path: "inaccessible"))
            let violations = try await page.accessibilityViolations()
            #expect(violations.map { $0.prefix { $0 != ":" } } == ["critical button-name"])
        }

        @Test(
            "the markup checker finds an element in the wrong place",
            .enabled(
                if: MarkupChecker.isInstalled,
                "the Nu HTML checker is not installed; run Scripts/bootstrap --browser"
            )
        )
        func markup() throws {
            let problems = try MarkupChecker.problems(in: [
                "valid": #"<!DOCTYPE html><html lang="en"><title>Valid</title><p>valid</p></html>"#,
                "invalid": #"<!DOCTYPE html><html lang="en"><title>Invalid</title><ul><p>invalid</p></ul></html>"#,
            ])
            #expect(problems.map { $0.prefix { $0 != ":" } } == ["invalid.html"])
        }

        @Test("the emulated size, medium and color scheme apply")
        func settings() async throws {
            try await page.resize(width: 320, height: 600)
            try await page.setMedia("print", ["prefers-color-scheme": "dark"])
            try await page.open(server.baseURL)
            #expect(try await page.evaluate(Self.settings) == [320, true, true])
        }
    }
}
#endif
