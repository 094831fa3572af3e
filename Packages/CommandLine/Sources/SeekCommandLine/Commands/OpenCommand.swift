import Seek
import SeekBasics
import SeekNetworking

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

/// A result to open, identified by an ID, a name or a URL.
struct OpenTarget: Openable, Hashable {
    let web: URL
    /// The URL that opens the result in its app; `nil` if it can be opened in the browser only.
    var app: URL?

    init(web: URL) { self.web = web }

    func url(for mode: OpeningMode) -> URL? { mode == .app ? app : web }

    /// Parses `owner/repository`, `owner/repository#number`, a login, the ID of a video, channel or playlist,
    /// `@handle`, a URL, whose scheme may be omitted (`youtu.be/ID`), or an address of GitHub for git over SSH.
    ///
    /// - Parameter gitHubSite: The address of the website to which names on GitHub belong.
    init(_ text: String, gitHubSite: String = Self.gitHubSite) throws(UsageError) {
        if text.hasPrefix(Self.gitPrefix) {
            // Such as git@github.com:owner/repository.git.
            let name = text.dropFirst(Self.gitPrefix.count)
            try self.init(String(name.hasSuffix(".git") ? name.dropLast(".git".count) : name))
            return
        }
        let isURL = text.contains("://")
        if isURL || Self.beginsWithHost(text) {
            guard let url = URL(string: isURL ? text : "https://\(text)"), Origin(url) != nil else {
                throw UsageError("'\(SafeText.line(text))' is not an http or https URL")
            }
            guard url.user() == nil, url.password() == nil else {
                throw UsageError("the URL contains a user name or password; remove it")
            }
            self.init(web: url)
            return
        }
        guard let (path, isYouTube) = Self.path(of: text) else {
            // The text may be a URL with a password, and is not printed.
            if let at = text.firstIndex(of: "@"), text[..<at].contains(":") {
                throw UsageError("the argument contains a user name or password before '@'; remove it")
            }
            throw UsageError("cannot open '\(SafeText.line(text))'; \(Self.advice(on: text))")
        }
        let base = isYouTube ? "https://www.youtube.com" : gitHubSite
        guard let web = URL(string: "\(base)/\(path)") else {
            throw UsageError("'\(SafeText.line(text))' is not a valid name")
        }
        self.init(web: web)
        // GitHub's app handles web URLs.
        app = isYouTube ? URL(string: "youtube://www.youtube.com/\(path)") : web
    }

    static let gitHubSite = "https://github.com"

    private static let gitPrefix = "git@github.com:"

    /// Returns whether a text without a scheme is a URL: a known host, or any host followed by a path, a query or a
    /// fragment (`github.com/owner/name`). Unlike a host, the owner of a repository cannot contain a dot.
    private static func beginsWithHost(_ text: String) -> Bool {
        let host = text.prefix { !"/?#".contains($0) }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        return labels.count > 1 && labels.allSatisfy { isName($0) } && labels[labels.count - 1].allSatisfy(\.isLetter)
            && labels[labels.count - 1].count > 1 && (host.count < text.count || knownHosts.contains(host.lowercased()))
    }

    private static let knownHosts: Set = ["github.com", "gist.github.com", "youtube.com", "www.youtube.com"]

    private static func advice(on text: String) -> String {
        let forms =
            "use the number of a result, OWNER/REPOSITORY, OWNER/REPOSITORY#NUMBER, a GitHub login, the ID of a video, "
            + "channel or playlist, @HANDLE, or a URL"
        if text.contains(where: \.isWhitespace) { return "it contains a space; to search, run: seek search TEXT" }
        if text.contains("#") { return "an issue is OWNER/REPOSITORY#NUMBER; \(forms)" }
        if text.split(separator: "/").count > 2 { return "a repository is OWNER/REPOSITORY; for a URL, add https://" }
        return forms
    }

    /// Returns whether a string can be a segment of a path: an ID, or the name of a user or repository.
    static func isName(_ text: some StringProtocol) -> Bool {
        !["", ".", ".."].contains(text)
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
    }

    /// Returns whether a string is the handle of a channel, which can contain letters of any script.
    static func isHandle(_ text: String) -> Bool {
        text.hasPrefix("@") && !["@", "@.", "@.."].contains(text)
            && text.dropFirst().allSatisfy { $0.isLetter || $0.isNumber || "-_.·".contains($0) }
    }

    private static func path(of text: String) -> (path: String, isYouTube: Bool)? {
        let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let names = parts[0].split(separator: "/", omittingEmptySubsequences: false)
        if names.count == 2, names.allSatisfy(isName) {
            guard parts.count == 2 else { return (text, false) }
            // GitHub redirects to the pull request if the number is not that of an issue.
            return Int(parts[1]).flatMap { $0 > 0 ? ("\(parts[0])/issues/\($0)", false) : nil }
        }
        if isHandle(text) { return (text, true) }
        guard isName(text), !text.contains(".") else { return nil }
        switch (text.count, text.prefix(2)) {
        // Only 0.2 % of the IDs contain neither an uppercase letter nor `_`, so such a text is more likely a login.
        case (11, _) where !isLogin(text) || text.contains(where: \.isUppercase): return ("watch?v=\(text)", true)
        case (24, "UC"): return ("channel/\(text)", true)
        case (18..., "PL"), (18..., "UU"), (18..., "OL"): return ("playlist?list=\(text)", true)
        default: return isLogin(text) ? (text, false) : nil
        }
    }

    /// Returns whether a text is the login of a GitHub user or organization: at most 39 ASCII letters, digits and
    /// hyphens, without a hyphen at the start, at the end or after another one.
    private static func isLogin(_ text: String) -> Bool {
        text.count <= 39 && !text.hasPrefix("-") && !text.hasSuffix("-") && !text.contains("--")
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    }
}

/// Parses the ID of a playlist: the ID itself, or a YouTube URL that contains it.
enum PlaylistID {
    static func parse(_ text: String) throws(UsageError) -> String {
        guard text.contains("/") else {
            guard OpenTarget.isName(text) else { throw UsageError("'\(SafeText.line(text))' is not a playlist ID") }
            return text
        }
        guard let components = URLComponents(youTubeAddress: text),
            let id = components.queryItems?.first(where: { $0.name == "list" })?.value, OpenTarget.isName(id)
        else { throw UsageError("'\(SafeText.line(text))' is not the URL of a playlist") }
        return id
    }
}

/// Parses the ID of a video: the ID itself, or a YouTube URL that contains it.
enum VideoID {
    static func parse(_ text: String) throws(UsageError) -> String {
        guard text.contains("/") else {
            guard OpenTarget.isName(text) else {
                throw UsageError("'\(SafeText.line(text))' is not a video ID")
            }
            return text
        }
        let components = URLComponents(youTubeAddress: text)
        let parts = (components?.path ?? "").split(separator: "/")
        var id: String?
        if components?.isShortYouTubeAddress == true {
            id = parts.first.map(String.init)
        } else if components != nil {
            let first = parts.first.map(String.init) ?? ""
            id =
                first == "watch"
                ? components?.queryItems?.first { $0.name == "v" }?.value
                : ["shorts", "live", "embed"].contains(first) ? parts.dropFirst().first.map(String.init) : nil
        }
        guard let id, !id.isEmpty else { throw UsageError("'\(SafeText.line(text))' is not the URL of a video") }
        return id
    }
}

extension URLComponents {
    /// Parses an address of YouTube, whose scheme may be omitted; nil for another site.
    init?(youTubeAddress text: String) {
        self.init(string: text.contains("://") ? text : "https://\(text)")
        let host = host?.lowercased() ?? ""
        guard isShortYouTubeAddress || host == "youtube.com" || host.hasSuffix(".youtube.com") else { return nil }
    }

    /// Whether it has the form `youtu.be/ID`.
    var isShortYouTubeAddress: Bool { host?.lowercased() == "youtu.be" }
}
