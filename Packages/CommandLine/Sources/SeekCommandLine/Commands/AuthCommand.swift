import Seek
import SeekNetworking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `seek auth`: stores, checks and removes credentials. They are never printed.
struct AuthCommand {
    /// A service with a credential.
    struct Service: Sendable {
        var name: String
        var service: SearchService
        var setting: Setting
        /// The credential in messages.
        var credential: String
        var page: String
    }

    static let services = [
        Service(
            name: "youtube",
            service: .youTube,
            setting: .youTubeAPIKey,
            credential: "API key",
            page: "https://console.cloud.google.com/apis/credentials"
        ),
        Service(
            name: "github",
            service: .gitHub,
            setting: .gitHubToken,
            credential: "token",
            page: "https://github.com/settings/tokens"
        ),
    ]

    /// The state of a credential.
    struct Credential: Sendable {
        enum State: String, Sendable { case valid, rejected, missing, unknown }

        var service: SearchService
        var state: State
        /// The variable or file that contains it.
        var source = ""
        var message = ""
    }

    private static let columns: [Column<Credential>] = [
        Column("service", .cyan) { .text($0.service.rawValue) },
        Column("state", .green, isMain: true) { .text($0.state.rawValue) },
        Column("source") { .text($0.source) },
        Column("message", isFlexible: true) { .text($0.message) },
    ]

    private static let kind = ResultKind<Credential>(
        singular: "credential",
        plural: "credentials",
        pageSize: 1,
        columns: columns,
        tableColumns: columns,
        fields: [
            .init(name: "message") { .text($0.message) },
            .init(name: "service") { .text($0.service.rawValue) },
            .init(name: "source") { .text($0.source) },
            .init(name: "state") { .text($0.state.rawValue) },
        ]
    )

    static let fieldNames = kind.fieldNames

    /// The first video on YouTube, whose statistics are requested to check a key.
    private static let videoID = "jNQXAC9IVRw"

    let invocation: Invocation
    let console: Console

    /// Reads a credential, and stores it if the API accepts it.
    func login() async throws(UsageError) -> CommandStatus {
        let service = try service()
        let file = try ConfigurationFile.located(by: console)
        var text = try file.read()
        var configuration = try console.configuration()
        if let timeout = invocation.duration(.timeout) { configuration.client.timeout = timeout }
        if let limit = invocation.waitingLimit {
            configuration.client.additionalMiddleware.append(RateLimitWaiting(limit, configuration.client, console))
        }
        let secret = try await secret(of: service)
        configuration[credentialOf: service.service] = secret
        if let error = await check(service.service, configuration) {
            // The server may send the credential back.
            let description = console.describe(error, of: invocation).replacing(secret, with: Redaction.placeholder)
            guard CommandStatus(error) == .unauthorized else {
                console.report(
                    "the \(service.credential) was not checked, and not stored: \(description); to store it without a "
                        + "check, run: seek config set \(service.setting.key)"
                )
                return CommandStatus(error)
            }
            console.report(
                "\(service.service) rejected the \(service.credential), which was not stored; check the input"
            )
            return .unauthorized
        }
        text[service.setting.key] = secret
        try file.write(text)
        console.report("stored the \(service.service) \(service.credential) in \(file.path)")
        if let variable = variable(of: service) { console.warn("\(variable) is set and overrides the file") }
        return .success
    }

    /// Prints the state of each credential.
    func status() async throws(UsageError) -> CommandStatus {
        let output = try OutputOptions(invocation, known: Self.fieldNames, console)
        let session = try console.session(of: invocation)
        let text = try ConfigurationFile(environment: console.context.environment)?.read()
        let settings = Settings(environment: console.context.environment, text: text)
        console.progress.start("checking the credentials")
        defer { console.progress.end() }
        var credentials: [Credential] = []
        for service in Self.services {
            credentials.append(await credential(of: service, settings, session.configuration))
        }
        console.progress.end()
        let written = await session.write(credentials, as: Self.kind, output, emptyMessage: nil)
        let states = credentials.map(\.state)
        let isUnauthorized = states.contains(.rejected) || states.allSatisfy { $0 == .missing }
        let status = isUnauthorized ? CommandStatus.unauthorized : states.contains(.unknown) ? .failure : written
        return await session.end(with: status)
    }

    /// Removes a credential from the file.
    func logout() throws(UsageError) -> CommandStatus {
        let service = try service()
        let file = try ConfigurationFile.located(by: console)
        var text = try file.read()
        if text.contains(service.setting.key) {
            text[service.setting.key] = nil
            try file.write(text)
            console.report("removed the \(service.service) \(service.credential) from \(file.path)")
        } else {
            console.report("the configuration file contains no \(service.service) \(service.credential)")
        }
        if let variable = variable(of: service) { console.warn("\(variable) is still set; unset it as well") }
        return .success
    }

    private func service() throws(UsageError) -> Service {
        // Unreachable: the parser has already rejected unknown names.
        guard let service = Self.services.first(where: { $0.name == invocation.argument }) else {
            throw UsageError("unknown service; use youtube or github")
        }
        return service
    }

    /// Returns the environment variable that contains the credential, if any.
    private func variable(of service: Service) -> String? {
        Settings(environment: console.context.environment, text: nil).variable(of: service.setting)
    }

    /// Returns the credential that the user enters, or that of `gh`.
    private func secret(of service: Service) async throws(UsageError) -> String {
        let input = console.context.input
        if input.isTerminal {
            if service.service == .gitHub, let token = tokenOfGH() {
                console.report("gh is signed in to GitHub; type yes to use its token, or press Return to enter another")
                let reply = await input.nextLine().map { String(decoding: $0, as: UTF8.self) }
                if reply?.trimmed(of: \.isWhitespace).lowercased() == "yes" { return token }
            }
            console.report(
                "create \(service.service == .youTube ? "an" : "a") \(service.credential) at \(service.page)"
            )
            console.report("enter the \(service.credential) (it is not shown), then press Return")
        }
        let line = await input.nextHiddenLine()
        if Task.isCancelled { throw UsageError("cancelled; nothing was stored") }
        guard let line, !line.isEmpty else {
            throw UsageError(
                "no \(service.credential) was entered; pass it on standard input: seek auth login \(service.name) < FILE"
            )
        }
        let secret = try ConfigCommand.secret(line, of: service.setting)
        if let problem = service.setting.problem(with: secret) {
            throw UsageError("the \(service.credential) \(problem)")
        }
        return secret
    }

    /// Returns the token of GitHub's `gh`, if it is installed and signed in.
    private func tokenOfGH() -> String? {
        // Without its variables, `gh` prints the token that it has stored.
        let environment = console.context.programEnvironment
        guard let path = ChildProcess.path(of: "gh", environment: environment),
            let outcome = ChildProcess.run(path, ["auth", "token"], environment: environment, input: []),
            outcome.status == 0
        else { return nil }
        let token = String(decoding: outcome.output, as: UTF8.self).trimmed(of: \.isWhitespace)
        return Setting.gitHubToken.problem(with: token) == nil ? token : nil
    }

    private func credential(
        of service: Service,
        _ settings: Settings,
        _ configuration: SeekConfiguration
    ) async -> Credential {
        let (value, source) = settings.value(of: service.setting)
        var credential = Credential(service: service.service, state: .missing)
        guard value != nil else {
            credential.message = "run: seek auth login \(service.name)"
            return credential
        }
        credential.source = settings.variable(of: service.setting) ?? source.rawValue
        guard let error = await check(service.service, configuration) else {
            credential.state = .valid
            return credential
        }
        credential.state = CommandStatus(error) == .unauthorized ? .rejected : .unknown
        credential.message = console.withoutSecrets(console.describe(error, of: invocation))
        return credential
    }

    /// Sends a request with the credential. Returns `nil` if it was accepted, even if its quota is used up.
    private func check(_ service: SearchService, _ configuration: SeekConfiguration) async -> SearchError? {
        var configuration = configuration
        // A stored response would not show whether the credential is still accepted.
        configuration.cacheFolder = nil
        let seek = SeekClient(configuration)
        let error: SearchError?
        do throws(SearchError) {
            switch service {
            case .youTube: _ = try await seek.youTube.videos([Self.videoID], parts: [.statistics])
            case .gitHub: try await checkGitHub(seek, configuration.gitHubBaseURL)
            }
            error = nil
        } catch {
            await seek.close()
            if case .limitReached = error { return nil }
            return error
        }
        await seek.close()
        return error
    }

    /// Requests the rate limits, which is free. GitHub Enterprise Server responds with 404 if it has none.
    private func checkGitHub(_ seek: SeekClient, _ baseURL: URL) async throws(SearchError) {
        let request = HTTPRequest(method: .get, url: baseURL.appending(path: "rate_limit"))
        let response: HTTPResponse
        do throws(NetworkError) {
            response = try await seek.send(request)
        } catch {
            throw .network(error)
        }
        if response.status.code >= 400, response.status.code != 404 { throw SearchError(gitHub: response, to: request) }
    }
}

extension SeekConfiguration {
    fileprivate subscript(credentialOf service: SearchService) -> String? {
        get { service == .youTube ? youTubeAPIKey : gitHubToken }
        set {
            switch service {
            case .youTube: youTubeAPIKey = newValue
            case .gitHub: gitHubToken = newValue
            }
        }
    }
}
