#if os(Linux)
import Foundation
import SeekBasics
import SeekSampleAPI
import SeekTestHelpers
import SeekTestingSupport
import Testing

/// The web app with sample data, and a browser page in which a test acts as a user.
struct Scenario {
    let app: SampleApp
    let page: BrowserPage

    /// Runs a scenario. At its end, the console must have no message, and an image of the page is stored as
    /// `.build/reports/web/scenarios/<test>.png`.
    ///
    /// - Parameters:
    ///   - limits: The keys, quotas and rate limits of the APIs with sample data.
    ///   - token: The token that requests must contain; nil for none.
    ///   - pageTime: The time after which a page is sent with the results so far.
    ///   - allowed: A text that identifies console messages that the scenario causes on purpose.
    static func run(
        _ limits: SampleAPIConfiguration = SampleAPIConfiguration(),
        token: String? = nil,
        pageTime: Duration = .seconds(300),
        allowing allowed: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation,
        perform operation: (Scenario) async throws -> Void
    ) async throws {
        try await SampleApp.run(limits, TestAppOptions(token: token, pageTime: pageTime)) { app in
            let page = try await BrowserPage()
            let name = Test.current?.name.prefix { $0 != "(" } ?? "scenario"
            do {
                try await operation(Scenario(app: app, page: page))
            } catch {
                // The error of the scenario is more important than an error in storing the image.
                try? await page.screenshot("scenarios/\(name)")
                throw error
            }
            try await page.screenshot("scenarios/\(name)")
            let messages = try await page.consoleMessages().filter { message in
                !(allowed.map(message.contains) ?? false)
            }
            #expect(messages == [], sourceLocation: sourceLocation)
            // Ends the event streams of the page, so that the server need not wait for them.
            try await page.open(#require(URL(string: "about:blank")))
        }
    }

    /// The CSS selector of the results, without placeholders.
    static let cards = ".cards:not(.ghosts) > .card"

    /// Opens a page of the app, for example `/?q=swift`.
    func open(_ target: String) async throws { try await page.open(app.page(target)) }

    /// Types a text into the search field and presses Enter.
    func search(_ text: String) async throws {
        try await page.type(text, into: "#q")
        try await page.press(BrowserPage.Key.enter)
    }

    /// Enters a token into the login form and waits for the results of the requested page.
    func logIn(with token: String) async throws {
        try await page.type(token, into: "#token")
        try await page.click("main button")
        try await waitForResults()
    }

    /// Returns the text in the search field.
    func fieldText() async throws -> String? {
        try await page.evaluate("return document.getElementById('q').value").string
    }

    /// Searches for `swift` and waits for the videos. The response with the repositories waits at a gate.
    func showVideos(holdingRepositoriesAt gate: Gate) async throws {
        app.hold(SampleApp.repositories, at: gate)
        try await open("/")
        try await search("swift")
        try await eventually("videos are shown") { try await resultCount() > 0 }
    }

    /// Opens a page with results and shows the details of the first one.
    func openDetails(on target: String = "/?q=swift") async throws {
        try await open(target)
        try await waitForResults()
        try await page.click("\(Self.cards) .info")
        try await eventually("the details are shown") { try await page.count("#details h2") == 1 }
    }

    /// Returns the number of visible results.
    func resultCount() async throws -> Int { try await page.count(Self.cards) }

    /// Returns the titles of the visible results.
    func titles() async throws -> [String] { try await page.texts("\(Self.cards) h3") }

    /// Waits until exactly a number of results is shown and all sources have finished.
    func waitForResults(_ count: Int = 25, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await eventually("\(count) results are shown", sourceLocation: sourceLocation) {
            guard try await page.evaluate("return !document.querySelector('[aria-busy=true], .busy')") == true else {
                return false
            }
            return try await resultCount() == count
        }
    }

    /// Returns the path and query of the page's URL.
    func target() async throws -> String {
        let url = try await page.url
        return url.path() + (url.query().map { "?\($0)" } ?? "")
    }
}
#endif
