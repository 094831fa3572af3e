#if os(macOS) || os(Linux)
import Foundation
import SeekSearch
import SeekTestHelpers
import Testing

@Suite("SystemOpener")
struct SystemOpenerTests {
    @Test("runs the first installed browser in BROWSER, and returns whether it succeeded; fails without any program")
    func system() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "opened").path
        let working = try folder.writeScript("printf %s \"$1\" > '\(file)'", to: "working").path
        try folder.writeScript("exit 3", to: "failing")
        let url = try #require(URL(string: "https://example.com/?a=1&b=%27"))
        let opener = SystemOpener(environment: ["BROWSER": "/no/such:\(working)", "PATH": ""])
        #expect(await opener.canOpenURL(url))
        #expect(await opener.open(url))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == url.absoluteString)
        let failing = SystemOpener(environment: ["BROWSER": "failing", "PATH": folder.url.path])
        #expect(await !failing.open(url))
        let none = SystemOpener(environment: [:])
        let app = try #require(URL(string: "youtube://x"))
        #expect(await !none.canOpenURL(url))
        #expect(await !none.open(url))
        #expect(await !none.canOpenURL(app))
        #expect(await !none.open(app))
    }

    @Test(
        "the browser in BROWSER may have arguments, in which %s is replaced with the URL, or a space in its name",
        arguments: [
            ("browser --new x", "--new x https://example.com/"),
            ("browser --url=%s -n", "--url=https://example.com/ -n"),
            ("my browser", "https://example.com/"), ("missing -x:browser", "https://example.com/"),
        ]
    )
    func browserArguments(browser: String, received: String) async throws {
        let folder = try TemporaryFolder()
        let file = folder.path(of: "arguments")
        for name in ["browser", "my browser"] {
            try folder.writeScript("printf %s \"$*\" > '\(file)'", to: name)
        }
        let opener = SystemOpener(environment: ["BROWSER": browser, "PATH": folder.url.path])
        let url = try #require(URL(string: "https://example.com/"))
        #expect(await opener.canOpenURL(url))
        #expect(await opener.open(url))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == received)
    }

    @Test("does not open a URL without a scheme, because a program could mistake it for an option")
    func noScheme() async throws {
        let folder = try TemporaryFolder()
        for name in ["xdg-open", "open", "browser"] { try folder.writeScript("exit 0", to: name) }
        let opener = SystemOpener(environment: ["BROWSER": "browser", "PATH": folder.url.path])
        let option = try #require(URL(string: "--version"))
        #expect(await !opener.canOpenURL(option))
        #expect(await !opener.open(option))
    }

    #if os(Linux)
    @Test(
        "an app's scheme can be opened when the desktop has a program registered for it",
        arguments: [
            ("echo app.desktop", true), ("echo", false), ("exit 0", false), ("echo app.desktop; exit 2", false),
        ]
    )
    func scheme(script: String, isRegistered: Bool) async throws {
        let folder = try TemporaryFolder()
        try folder.writeScript("exit 0", to: "xdg-open")
        try folder.writeScript(
            "[ \"$*\" = 'query default x-scheme-handler/youtube' ] && { \(script); }",
            to: "xdg-mime"
        )
        let opener = SystemOpener(environment: ["PATH": folder.url.path])
        let app = try #require(URL(string: "youtube://x"))
        #expect(await opener.canOpenURL(app) == isRegistered)
    }
    #endif
}
#endif
