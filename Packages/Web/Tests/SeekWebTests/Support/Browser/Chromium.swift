#if os(Linux)
import Foundation
import Seek
import SeekTestHelpers
import SeekTestingSupport
import Testing

/// A running Chromium without a window, controlled by chromedriver. ``end()`` ends both programs; they also end with
/// this process.
struct Chromium: Sendable {
    /// Whether both programs are installed.
    static let isInstalled = ["chromium", "chromedriver"].allSatisfy { ChildProgram.find($0) != nil }

    /// The session that controls the browser.
    let driver: WebDriver
    private let profile: TemporaryFolder
    private let browser: ChildProgram
    private let chromedriver: ChildProgram

    /// Starts the programs.
    ///
    /// The browser is not started by chromedriver, because it would continue to run after chromedriver was killed.
    init() async throws {
        profile = try TemporaryFolder()
        let options = [
            // Chromium's sandbox does not work as root, and containers have a small /dev/shm.
            "--headless", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--disable-extensions",
            "--no-first-run", "--hide-scrollbars", "--remote-debugging-port=0", "--user-data-dir=\(profile.url.path)",
            // No requests to other servers.
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--disable-background-networking",
            "--disable-component-update", "--disable-sync", "--lang=en-US",
            "about:blank",
        ]
        browser = try ChildProgram("chromium", options, log: profile.file("chromium.log"))
        chromedriver = try ChildProgram("chromedriver", ["--port=0"], log: profile.file("chromedriver.log"))
        let port = try await Self.port(
            after: "started successfully on port ",
            of: chromedriver,
            log: profile.file("chromedriver.log")
        )
        let debuggerPort = try await Self.port(
            after: "DevTools listening on ws://127.0.0.1:",
            of: browser,
            log: profile.file("chromium.log")
        )
        let url = try #require(URL(string: "http://127.0.0.1:\(port)"))
        driver = try await WebDriver(url, transport: DefaultTransport.make(), browser: "127.0.0.1:\(debuggerPort)")
    }

    /// Waits until a program has printed its port.
    private static func port(after text: String, of program: ChildProgram, log: URL) async throws -> Int {
        var port: Int?
        await eventually("\(log.lastPathComponent) contains '\(text)'", within: .seconds(60)) {
            let lines = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
            port = lines.firstRange(of: text).flatMap { Int(lines[$0.upperBound...].prefix { $0.isNumber }) }
            return port != nil || !program.isRunning
        }
        return try #require(port, "\((try? String(contentsOf: log, encoding: .utf8)) ?? "")")
    }

    /// Ends the programs.
    func end() {
        // On SIGTERM, the browser also ends its child processes.
        browser.signal(SIGTERM)
        chromedriver.end()
        _ = browser.status()
    }
}

/// A trait for suites whose tests share a browser.
struct ChromiumTrait: SuiteTrait, TestScoping {
    @TaskLocal static var current: Chromium?

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        let chromium = try await Chromium()
        defer { chromium.end() }
        try await Self.$current.withValue(chromium) { try await function() }
    }
}

extension Trait where Self == ChromiumTrait {
    /// Starts a browser for all tests of the suite. The suite must be `.serialized`, because only one test at a time
    /// can use the browser.
    static var chromium: Self { Self() }
}
#endif
