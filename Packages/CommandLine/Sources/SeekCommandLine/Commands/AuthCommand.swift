import Seek
import SeekBasics
import SeekNetworking

extension Command {
    static let authLogin = Command(
        path: ["auth", "login"],
        summary: "Check a credential and store it",
        arguments: [.service],
        options: [.timeout(), .wait, .verbose],
        details: [
            "Reads a YouTube API key or a GitHub token from standard input. On a terminal, the input is hidden, "
                + "and the token of gh is offered if gh is signed in to GitHub. If the API accepts the credential, "
                + "it is stored in the configuration file, which only its owner can read. seek config set stores a "
                + "credential without a check.",
            "Checking a GitHub token is free; checking a YouTube key costs one of the 10,000 daily requests for "
                + "statistics.",
        ],
        examples: ["auth login youtube", "auth login github < token.txt"],
        flagHints: ["--with-token": "omit it, because the credential is read from standard input"]
    ) { invocation, settings throws(UsageError) in
        try await AuthCommand(invocation: invocation, settings: settings).login()
    }

    static let authStatus = Command(
        path: ["auth", "status"],
        summary: "Show which credentials are set, and whether the APIs accept them",
        options: OptionSpec.output(of: AuthCommand.fieldNames) + [.timeout(), .wait, .verbose],
        details: [
            "Exits with status 4 if a credential is rejected or none is set, and with 1 if one cannot be checked. "
                + "Each check of a YouTube key costs one of the 10,000 daily requests for statistics."
        ],
        examples: ["auth status", "auth status --json service,state"]
    ) { invocation, settings throws(UsageError) in
        try await AuthCommand(invocation: invocation, settings: settings).status()
    }

    static let authLogout = Command(
        path: ["auth", "logout"],
        summary: "Remove a credential from the configuration file",
        arguments: [.service],
        options: [
            OptionSpec(
                name: .purge,
                meaning: "Also remove all cached responses, the index of --offline and the last table"
            )
        ],
        details: [
            "Results that were found with the credential remain in the cache and the index, and --offline finds "
                + "them, also private ones; --purge removes them. Saved searches retain the results of their last "
                + "run until they are removed or run again."
        ],
        examples: ["auth logout github", "auth logout github --purge"]
    ) { invocation, settings throws(UsageError) in
        try await AuthCommand(invocation: invocation, settings: settings).logout()
    }
}

extension ArgumentSpec {
    fileprivate static let service = ArgumentSpec(
        placeholder: "SERVICE",
        meaning: "youtube or github",
        choices: AuthCommand.accounts.map(\.name)
    )
}

/// `seek auth`: stores, checks and removes credentials. They are never printed.
struct AuthCommand {
    /// An API, with the credential that can be stored for it.
    struct Account: Sendable {
        var service: SearchService
        var setting: Setting
        var credential: any WritableKeyPath<SeekConfiguration, String?> & Sendable
        /// What the service calls its credential: `token`.
        var noun: String
        /// The web page on which a credential is created.
        var page: String
        var name: String { AuthCommand.name(of: service) }
    }

    /// The name of a service on the command line.
    static func name(of service: SearchService) -> String { service.rawValue.lowercased() }

    static let accounts = [
        Account(
            service: .youTube,
            setting: .youTubeAPIKey,
            credential: \.youTubeAPIKey,
            noun: "API key",
            page: "https://console.cloud.google.com/apis/credentials"
        ),
        Account(
            service: .gitHub,
            setting: .gitHubToken,
            credential: \.gitHubToken,
            noun: "token",
            page: "https://github.com/settings/tokens"
        ),
    ]

    private struct Report: Sendable {
        /// `unknown` if the check failed for a reason other than the credential.
        enum State: String, Sendable { case valid, rejected, missing, unknown }

        var service: SearchService
        var state: State
        /// The variable or file that contains the credential.
        var source = ""
        var message = ""
    }

    private static let kind = ResultKind<Report>(
        singular: "credential",
        plural: "credentials",
        fields: [
            .column("service", .cyan, isMain: true) { .string($0.service.rawValue) },
            .column("state", .green) { .string($0.state.rawValue) },
            .column("source") { .string($0.source) },
            .column("message", isFlexible: true) { .string($0.message) },
        ],
        isWrapped: true
    )

    static let fieldNames = kind.fieldNames

    /// The first video on YouTube, whose statistics are requested to check a key.
    private static let videoID = "jNQXAC9IVRw"

    let invocation: Invocation
    let settings: CommandSettings

    /// Stores the credential only if the API accepts it.
    func login() async throws(UsageError) -> CommandStatus {
        let account = try account()
        let file = try settings.configurationFile()
        var configuration = try settings.configuration()
        if let timeout = invocation.duration(.timeout) { configuration.client.timeout = timeout }
        configuration.client.addWaiting(of: invocation, settings)
        let secret = try await secret(of: account)
        configuration[keyPath: account.credential] = secret
        if let error = await check(account.service, configuration) {
            // The server may send the credential back.
            let description = settings.describe(error, of: invocation)
                .replacingScalars(secret, with: Redaction.placeholder)
            guard CommandStatus(error) == .unauthorized else {
                console.report(
                    "the \(account.noun) could not be checked, and was not stored: \(description); to store it without "
                        + "a check, run: seek config set \(account.setting.key)"
                )
                return CommandStatus(error)
            }
            console.report("\(account.service) rejected the \(account.noun), which was not stored; check the input")
            return .unauthorized
        }
        try await file.update { $0[account.setting.key] = secret }
        console.report("stored the \(account.service) \(account.noun) in \(file.path)")
        if let variable = variable(of: account) { console.warn("\(variable) is set and overrides the file") }
        return .success
    }

    private var console: Console { settings.console }

    func status() async throws(UsageError) -> CommandStatus {
        let output = try OutputOptions(invocation, fieldNames: Self.fieldNames, settings.console)
        let session = try Session(of: invocation, settings)
        let values = SettingValues(environment: console.context.environment, text: try settings.configurationText())
        console.progress.start("checking the credentials")
        defer { console.progress.end() }
        var reports: [Report] = []
        for account in Self.accounts {
            reports.append(await report(of: account, values, session.configuration))
        }
        console.progress.end()
        let written = await session.write(reports, as: Self.kind, output, emptyMessage: nil)
        let states = reports.map(\.state)
        let isUnauthorized = states.contains(.rejected) || states.allSatisfy { $0 == .missing }
        let status = isUnauthorized ? CommandStatus.unauthorized : states.contains(.unknown) ? .failure : written
        return await session.end(with: status)
    }

    func logout() async throws(UsageError) -> CommandStatus {
        let account = try account()
        let file = try settings.configurationFile()
        if try file.read().contains(account.setting.key) {
            try await file.update { $0[account.setting.key] = nil }
            console.report("removed the \(account.service) \(account.noun) from \(file.path)")
        } else {
            console.report("the configuration file contains no \(account.service) \(account.noun)")
        }
        if let variable = variable(of: account) { console.warn("\(variable) is still set; unset it as well") }
        if invocation.has(.purge) { return try await CacheCommand(invocation: invocation, settings: settings).purge() }
        if let folder = try? settings.configuration().cacheFolder, FileStatus(folder.path, followsLinks: true) != nil {
            console.report("results that were found with it may remain in the cache; to remove them, add --purge")
        }
        return .success
    }

    private func account() throws(UsageError) -> Account {
        // Unreachable: the parser has already rejected unknown names.
        guard let account = Self.accounts.first(where: { $0.name == invocation.argument }) else {
            throw UsageError("unknown service; use youtube or github")
        }
        return account
    }

    private func variable(of account: Account) -> String? {
        SettingValues(environment: console.context.environment, text: nil).variable(of: account.setting)
    }

    /// Returns the credential that the user enters, or that of `gh`.
    private func secret(of account: Account) async throws(UsageError) -> String {
        let input = console.context.input
        if input.isTerminal {
            if account.service == .gitHub, let token = tokenOfGH() {
                console.report("gh is signed in to GitHub; type yes to use its token, or press Return to enter another")
                if await input.nextLineIsYes() { return token }
            }
            let article = account.service == .youTube ? "an" : "a"
            console.report("create \(article) \(account.noun) at \(settings.onGitHubSite(account.page))")
            console.report("enter the \(account.noun) (it is not shown), then press Return")
        }
        guard let secret = try await input.nextSecret(of: account.setting) else {
            throw UsageError(
                "no \(account.noun) was entered; pass it on standard input: seek auth login \(account.name) < FILE"
            )
        }
        if let problem = account.setting.problem(with: secret) {
            throw UsageError("the \(account.noun) \(problem)")
        }
        return secret
    }

    /// Returns the token of GitHub's `gh`, if it is installed and signed in.
    private func tokenOfGH() -> String? {
        // This environment has no secrets such as `GH_TOKEN`, so `gh` prints the token that it has stored.
        let environment = console.context.programEnvironment
        guard let path = ChildProcess.path(of: "gh", environment: environment),
            let outcome = ChildProcess.run(path, ["auth", "token"], environment: environment, input: []),
            outcome.status == 0
        else { return nil }
        let token = String(decoding: outcome.output, as: UTF8.self).trimmed(of: \.isWhitespace)
        return Setting.gitHubToken.problem(with: token) == nil ? token : nil
    }

    private func report(of account: Account, _ values: SettingValues, _ configuration: SeekConfiguration) async
        -> Report
    {
        let (value, source) = values.value(of: account.setting)
        var report = Report(service: account.service, state: .missing)
        guard value != nil else {
            report.message = "run: seek auth login \(account.name)"
            return report
        }
        report.source = values.variable(of: account.setting) ?? source.rawValue
        guard let error = await check(account.service, configuration) else {
            report.state = .valid
            return report
        }
        report.state = CommandStatus(error) == .unauthorized ? .rejected : .unknown
        report.message = console.withoutSecrets(settings.describe(error, of: invocation))
        return report
    }

    /// Sends a request with the credential. Returns `nil` if the credential was accepted, even if its quota is used up.
    private func check(_ service: SearchService, _ configuration: SeekConfiguration) async -> SearchError? {
        var configuration = configuration
        // A stored response would not show whether the credential is still accepted.
        configuration.cachesResponses = false
        let seek = SeekClient(configuration)
        do throws(SearchError) {
            switch service {
            case .youTube: _ = try await seek.youTube.videos([Self.videoID], parts: [.statistics])
            case .gitHub: _ = try await seek.gitHub.rateLimitStatus()
            }
            await seek.close()
            return nil
        } catch {
            await seek.close()
            return switch error {
            // A GitHub Enterprise Server whose rate limits are disabled responds with 404.
            case .limitReached, .notFound: nil
            default: error
            }
        }
    }
}
