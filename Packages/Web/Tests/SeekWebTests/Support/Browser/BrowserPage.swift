#if os(Linux)
import Foundation
import SeekBasics
import SeekNetworking
import SeekTestingSupport
import Testing

/// A page in the browser of the suite.
///
/// Actions on an element wait until it exists and can be used.
struct BrowserPage: Sendable {
    private let driver: WebDriver

    /// The keys without a character, as strings for ``press(_:)`` (https://www.w3.org/TR/webdriver2/#keyboard-actions).
    enum Key {
        static let tab = "\u{E004}"
        static let enter = "\u{E007}"
        static let shift = "\u{E008}"
        static let escape = "\u{E00C}"
    }

    /// Creates an empty page of 1280 × 800 CSS pixels, without the cookies and settings of earlier tests.
    init() async throws {
        driver = try #require(ChromiumTrait.current, "the suite needs the trait .chromium").driver
        try await driver.send("url", ["url": "about:blank"])
        _ = try await driver.consoleMessages()
        try await driver.devTools("Storage.clearCookies")
        try await setScripting(true)
        try await setMedia()
        try await resize(width: 1280, height: 800)
    }
}

// MARK: - Settings

extension BrowserPage {
    /// Sets the size of the window in CSS pixels.
    func resize(width: Int, height: Int, isPhone: Bool = false) async throws {
        let metrics: JSONValue = [
            "width": .number(Double(width)), "height": .number(Double(height)), "deviceScaleFactor": 1,
            "mobile": .bool(isPhone), "screenWidth": .number(Double(width)), "screenHeight": .number(Double(height)),
        ]
        try await driver.devTools("Emulation.setDeviceMetricsOverride", metrics)
    }

    /// Switches scripts on or off in the pages that are opened afterwards.
    func setScripting(_ isEnabled: Bool) async throws {
        try await driver.devTools("Emulation.setScriptExecutionDisabled", ["value": .bool(!isEnabled)])
    }

    /// Sets the medium, such as `print`, and features such as `prefers-color-scheme`.
    func setMedia(_ medium: String = "", _ features: KeyValuePairs<String, String> = [:]) async throws {
        let features = features.map { ["name": .string($0), "value": .string($1)] as JSONValue }
        try await driver.devTools(
            "Emulation.setEmulatedMedia",
            ["media": .string(medium), "features": .array(features)]
        )
    }
}

// MARK: - Actions

extension BrowserPage {
    /// Opens a URL and waits until its document has been loaded.
    func open(_ url: URL) async throws { try await driver.send("url", ["url": .string(url.absoluteString)]) }

    func reload() async throws { try await driver.send("refresh") }

    func goBack() async throws { try await driver.send("back") }

    func click(
        _ selector: String,
        within limit: Duration = .seconds(30),
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await perform("click", on: selector, within: limit, at: sourceLocation)
    }

    /// Replaces the text of a field.
    func type(_ text: String, into selector: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await perform("clear", on: selector, at: sourceLocation)
        try await perform("value", on: selector, ["text": .string(text)], at: sourceLocation)
    }

    /// Presses keys one after the other, in the element that has the focus.
    func press(_ keys: String...) async throws {
        let actions = keys.flatMap { key in
            ["keyDown", "keyUp"].map { ["type": .string($0), "value": .string(key)] as JSONValue }
        }
        try await perform(actions)
    }

    /// Presses a key while another one is down.
    func press(_ key: String, holding modifier: String) async throws {
        let events = [("keyDown", modifier), ("keyDown", key), ("keyUp", key), ("keyUp", modifier)]
        try await perform(events.map { ["type": .string($0), "value": .string($1)] })
    }

    func scrollToEnd() async throws {
        try await driver.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    }

    private func perform(_ keyEvents: [JSONValue]) async throws {
        let source: JSONValue = ["type": "key", "id": "keyboard", "actions": .array(keyEvents)]
        try await driver.send("actions", ["actions": [source]])
    }

    /// Performs a command as soon as the element exists and can be used.
    private func perform(
        _ command: String,
        on selector: String,
        _ body: JSONValue = [:],
        within limit: Duration = .seconds(30),
        at sourceLocation: SourceLocation
    ) async throws {
        var failure: WebDriver.Failure?
        let isDone = try await eventually("\(command) of '\(selector)'", within: limit, sourceLocation: sourceLocation)
        {
            do throws(NetworkError) {
                try await driver.perform(command, on: selector, body)
                return true
            } catch {
                failure = error.underlyingError as? WebDriver.Failure
                guard let failure, Self.temporaryErrors.contains(failure.code) else { throw error }
                return false
            }
        }
        if !isDone, let failure { throw failure }
    }

    /// The codes of errors that disappear when the page has been loaded or has changed.
    private static let temporaryErrors: Set = [
        "no such element", "stale element reference", "element not interactable", "element click intercepted",
        "invalid element state",
    ]
}

// MARK: - Contents

extension BrowserPage {
    /// The URL of the page.
    var url: URL {
        get async throws {
            try #require(URL(string: try await driver.get("url").string ?? ""))
        }
    }

    /// The title of the document.
    var title: String { get async throws { try await driver.get("title").string ?? "" } }

    /// Returns the texts of the visible elements that a CSS selector matches, with single spaces.
    func texts(_ selector: String) async throws -> [String] {
        let script = """
            return [...document.querySelectorAll(arguments[0])].filter((element) => element.checkVisibility())
                .map((element) => element.innerText.replace(/\\s+/g, " ").trim())
            """
        return try await evaluate(script, .string(selector)).array?.compactMap(\.string) ?? []
    }

    /// Returns the number of visible elements that a CSS selector matches.
    func count(_ selector: String) async throws -> Int { try await texts(selector).count }

    /// Returns an empty array if the page is not wider than the screen; otherwise its width, and for each element that
    /// extends beyond the right edge of the screen the position of its right edge and the beginning of its markup.
    /// Elements in containers that scroll or clip are ignored.
    func overflowingElements() async throws -> [String] {
        let script = """
            const width = screen.width
            const scrolls = (element) => element && element !== document.body
                && (getComputedStyle(element).overflowX !== "visible" || scrolls(element.parentElement))
            if (document.documentElement.scrollWidth <= width) return []
            const size = [`${document.documentElement.scrollWidth} instead of ${width}`]
            return size.concat([...document.body.querySelectorAll("*")]
                .filter((element) => element.checkVisibility() && !scrolls(element.parentElement))
                .filter((element) => element.getBoundingClientRect().right > width + 1)
                .map((element) => `${element.getBoundingClientRect().right}: ${element.outerHTML.slice(0, 160)}`))
            """
        return try await evaluate(script).array?.compactMap(\.string) ?? []
    }

    /// Returns an attribute of the first element that a CSS selector matches.
    func attribute(_ name: String, of selector: String) async throws -> String? {
        let script = "return document.querySelector(arguments[0])?.getAttribute(arguments[1]) ?? null"
        return try await evaluate(script, .string(selector), .string(name)).string
    }

    /// Runs the body of a function in the page and returns its result.
    @discardableResult
    func evaluate(_ script: String, _ arguments: JSONValue...) async throws -> JSONValue {
        try await driver.evaluate(script, arguments)
    }

    /// Returns the messages in the console since the last call: errors of scripts, violations of the content security
    /// policy, and responses with an error status.
    func consoleMessages() async throws -> [String] { try await driver.consoleMessages() }

    /// Stores an image of the page as `.build/reports/web/<name>.png`.
    ///
    /// - Parameter isWhole: Whether the image contains the whole page, or only what the window shows.
    func screenshot(_ name: String, isWhole: Bool = false) async throws {
        let parameters: JSONValue = ["captureBeyondViewport": .bool(isWhole), "format": "png"]
        let image = try await driver.devTools("Page.captureScreenshot", parameters)["data"].string ?? ""
        let data = try #require(Data(base64Encoded: image))
        try BuildFolder.write(data, toReport: "\(name).png")
    }
}
#endif
