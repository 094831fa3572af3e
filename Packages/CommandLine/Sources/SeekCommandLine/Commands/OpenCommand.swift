import Seek
import SeekBasics

extension Command {
    static let open = Command(
        path: ["open"],
        summary: "Open results in their apps or in the browser",
        arguments: [
            ArgumentSpec(
                placeholder: "RESULT",
                meaning:
                    "The number of a result in the last table (several: 1,3-5), OWNER/REPOSITORY, "
                    + "OWNER/REPOSITORY#NUMBER, a GitHub login, the ID of a video, channel or playlist, @HANDLE, "
                    + "or a URL, such as youtu.be/ID",
                count: .several
            )
        ],
        options: [
            OptionSpec(name: .web, short: "w", meaning: "Open in the browser even if an app is installed"),
            OptionSpec(name: .dryRun, meaning: "Print the URL without opening it"),
        ],
        details: [
            "On a terminal, tables number their results. The numbers are those of the last table on the same terminal, and the title of each result is printed before it is opened. Tables are stored in the state folder for a week."
        ],
        examples: [
            "open 3", "open 1,4-6", "open swiftlang/swift", "open octocat/Hello-World#18", "open gQ_1zX-F_No --web",
        ]
    ) { invocation, settings throws(UsageError) in
        try await OpenCommand(settings: settings).run(invocation)
    }
}

/// `seek open RESULT...`: opens results and web pages.
struct OpenCommand {
    let settings: CommandSettings

    /// Opens each result in its app, if one is installed and `--web` is not given; otherwise in the browser. With
    /// `--dry-run`, prints the URLs instead.
    func run(_ invocation: Invocation) async throws(UsageError) -> CommandStatus {
        var targets: [OpenTarget] = []
        for argument in invocation.arguments {
            for address in try settings.resolved(argument) {
                targets.append(try OpenTarget(address, gitHubSite: settings.gitHubSite))
            }
        }
        if invocation.has(.dryRun) { return console.write(targets.map { "\($0.web.absoluteString)\n" }.joined()) }
        for target in targets {
            let status = await open(target, prefersApp: !invocation.has(.web))
            guard status == .success else { return status }
        }
        return .success
    }

    private var console: Console { settings.console }

    /// Opens a web page in the browser; with `--dry-run`, prints its URL instead.
    ///
    /// - Parameter site: A page; one of `github.com` is opened on the website of the configured server.
    func openSite(_ site: URL, _ invocation: Invocation) async -> CommandStatus {
        let site = URL(string: settings.onGitHubSite(site.absoluteString)) ?? site
        if invocation.has(.dryRun) { return console.write("\(site.absoluteString)\n") }
        return await open(OpenTarget(web: site), mode: .web)
    }

    func open(_ target: OpenTarget, prefersApp: Bool) async -> CommandStatus {
        guard prefersApp, let app = target.app, app != target.web, await opener().canOpenURL(app) else {
            return await open(target, mode: .web)
        }
        return await open(target, mode: .app)
    }

    /// Returns the opener of the context, otherwise the system's, whose programs receive the environment without
    /// secrets and without the values of the configuration file.
    private func opener() -> any URLOpening {
        let context = console.context
        return context.opener
            ?? SystemOpener(environment: context.programEnvironment, browser: (try? settings.environment())?["BROWSER"])
    }

    func open(_ target: some Openable, mode: OpeningMode) async -> CommandStatus {
        do throws(OpeningError) {
            try await ResultOpener(opener()).open(target, mode: mode)
            if let url = target.url(for: mode) { console.report("opened \(url.absoluteString)") }
            return .success
        } catch {
            console.report(mode == .web ? problem(error) : error.description)
            return .failure
        }
    }

    private func problem(_ error: OpeningError) -> String {
        let browser = (try? settings.environment())?["BROWSER"].flatMap { $0.isEmpty ? nil : $0 }
        let isSetByEnvironment = console.context.environment["BROWSER"]?.isEmpty == false
        let change = isSetByEnvironment ? "change BROWSER" : "change it with: seek config set browser PROGRAM"
        let advice = "\(browser == nil ? "set BROWSER" : change), or open the URL yourself"
        return switch (error, browser) {
        case (.cannotOpen(let url), nil): "no browser found to open \(url.absoluteString); \(advice)"
        case (.cannotOpen(let url), let browser?):
            "cannot open \(url.absoluteString), because the browser '\(browser)' was not found; \(advice)"
        case (.failed(let url), let browser?)
        where SystemOpener(environment: console.context.programEnvironment, browser: browser).hasInstalledBrowser:
            "the browser '\(browser)' failed to open \(url.absoluteString); \(advice)"
        case (.failed(let url), let browser?):
            "the browser '\(browser)' was not found, and the system's program failed to open \(url.absoluteString); "
                + advice
        default: error.description
        }
    }
}
