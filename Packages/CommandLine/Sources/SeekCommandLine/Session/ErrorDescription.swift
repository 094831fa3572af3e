import Seek
import SeekBasics
import SeekNetworking

extension CommandSettings {
    /// Describes an error: the service, or `source` in its place, and the host, what happened, and what to do. The
    /// request's URL is included with `--verbose` only.
    func describe(_ error: SearchError, of invocation: Invocation, source: String? = nil) -> String {
        // The user needs the complete address.
        if case .authorizationRequired(_, _, let url) = error { console.showInFull(url) }
        return ErrorDescription(invocation: invocation, settings: self).text(of: error, source: source)
    }

    func report(
        _ error: SearchError,
        of invocation: Invocation,
        prefix: String = "",
        suffix: String = ""
    ) -> CommandStatus {
        console.report(prefix + describe(error, of: invocation) + suffix)
        return CommandStatus(error)
    }
}

/// The words of the command line for a ``Failure``: its flags, variables, settings and commands.
private struct ErrorDescription {
    let invocation: Invocation
    let settings: CommandSettings

    func text(of error: SearchError, source: String?) -> String {
        var failure = error.failure
        let service = failure.service.flatMap(SearchService.init) ?? failure.url.flatMap(settings.service(at:))
        failure.service = service?.rawValue
        let clauses = [detail(of: error, failure)] + advice(on: error, failure, from: service)
        let text = clauses.map(withoutPeriod).joined(separator: "; ")
        return subject(of: error, failure, source).map { "\($0)\(text)" } ?? text
    }

    private var console: Console { settings.console }

    /// Returns the name of the source or service before the text; `nil` without a name.
    private func subject(of error: SearchError, _ failure: Failure, _ source: String?) -> String? {
        let host = hostText(of: error, failure)
        if failure.describesService, let service = failure.service {
            // `walks: YouTube` names a source of the saved search `walks`.
            let isService = source.map { $0 == service || $0.hasSuffix(": \(service)") } ?? true
            let name = isService ? source ?? service : "\(source ?? ""): \(service)"
            return "\(name)\(host.map { " (\($0))" } ?? "") "
        }
        switch (source ?? (isRequestFailure(error) ? failure.service : nil), host) {
        case (let name?, let host?): return "\(name) (\(host)): "
        case (let name?, nil), (nil, let name?): return "\(name): "
        case (nil, nil): return nil
        }
    }

    /// Whether the service matters: a query that is invalid, or a search without results, is the same for all.
    private func isRequestFailure(_ error: SearchError) -> Bool {
        switch error {
        case .invalidQuery, .emptyResult, .unreadableResults, .network(.invalidRequest), .network(.cancelled): false
        default: true
        }
    }

    /// Returns the host that failed; `nil` if none did. With `--verbose` the text contains the URL instead.
    private func hostText(of error: SearchError, _ failure: Failure) -> String? {
        switch error {
        case .network(.invalidRequest), .network(.cancelled): nil
        case .network, .unavailable: invocation.has(.verbose) ? nil : failure.url.flatMap(Self.host)
        default: nil
        }
    }

    private func detail(of error: SearchError, _ failure: Failure) -> String {
        let isVerbose = invocation.has(.verbose)
        switch error {
        case .invalidQuery(let problem): return problem.text { invocation.name(of: $0) }
        case .network(.invalidRequest(let reason, _)): return reason
        case .network(.cancelled): return failure.detail
        case .limitReached(_, let limit) where limit.kind == .budget:
            return invocation.usedUpBudgetText ?? failure.detail
        case .network where isVerbose, .unavailable where isVerbose: return failure.fullDetail
        case .network(.unacceptableMediaType("text/html"?, _)): return failure.detail
        case .network, .unavailable:
            if let message = error.networkError?.context.response?.apiMessage { return "\(failure.detail): \(message)" }
            return failure.detail + (failure.responseText ?? "")
        default: return failure.detail
        }
    }

    private func advice(on error: SearchError, _ failure: Failure, from service: SearchService?) -> [String] {
        if case .network(.invalidRequest) = error { return [] }
        let place = Place(
            baseURL: service.flatMap(baseURLLocation),
            proxyVariable: failure.url.flatMap(proxyVariable),
            service: service
        )
        return failure.advice.compactMap { text(of: $0, on: error, failure, place) }
    }

    /// Where the settings of the failed request are set; `nil` if they are not set.
    private struct Place {
        let baseURL: String?
        let proxyVariable: String?
        let service: SearchService?

        var proxy: String? { proxyVariable.map { "the proxy in \($0)" } }
    }

    private func text(
        of advice: Failure.Advice,
        on error: SearchError,
        _ failure: Failure,
        _ place: Place
    ) -> String? {
        let isReplay = invocation.has(.replay)
        switch advice {
        case .checkNetwork:
            let things = ["the network", place.proxy, place.baseURL].compactMap { $0 }
            return "check \(list(things))"
        case .tryAgain:
            let canTakeLonger = error.isTimeout && invocation.command.has(.timeout)
            return "try again\(canTakeLonger ? ", or allow more time with --timeout" : "")"
        case .tryLater: return isReplay ? "record the command again" : "try again \(retryTime(after: error))"
        case .update where isReplay: return nil
        case .update: return place.baseURL.map { "check \($0)" } ?? "if the problem persists, update seek"
        case .wait:
            let time = failure.retryAt.map { Timestamp.upcoming($0, after: now) } ?? "later"
            return "try again \(time)\(waitingAdvice(on: error, until: failure.retryAt))"
        case .waitForReset:
            let wait = invocation.has(.wait) ? ", for which --wait does not wait" : ""
            guard let date = failure.retryAt else { return "it resets at midnight Pacific time\(wait)" }
            return "it resets \(Timestamp.upcoming(date, after: now)) (midnight Pacific time)\(wait)"
        case .repairSharedCount: return "repair Redis"
        case .checkCertificate(isUntrusted: true):
            return certificateLocation.map { "check \($0)" }
                ?? "to trust a private authority, set SSL_CERT_FILE to the file of its certificate"
        case .checkCertificate: return place.baseURL.map { "check \($0)" } ?? "try again"
        case .correctConnection:
            return "check \(certificateLocation ?? "the system's libcurl and CA certificates")"
        case .checkProxy: return "check \(place.proxy ?? "the proxy")"
        case .checkProxyPassword:
            return "write them in \(place.proxyVariable ?? "its URL"), as USER:PASSWORD@ before the host"
        case .checkAddress:
            return place.baseURL.map { "check \($0)" }
                ?? "a proxy or a sign-in page may have responded; check \(place.proxy ?? "the network")"
        case .checkInput, .changeSearch:
            return invocation.has(.from) ? "check --from, or remove it to start at the first page" : nil
        case .checkName:
            // A request that is no search has no name.
            if case .network = error { return nil }
            return "check \(list(["the name", place.baseURL].compactMap { $0 }))"
        case .allowMoreCalls: return invocation.has(.budget) ? "allow more with --budget" : nil
        case .setCredential(_, let page):
            let creation = page.map { "create one at \(settings.onGitHubSite($0.absoluteString)); " } ?? ""
            return creation + (place.service.map(remedy) ?? "")
        case .replaceCredential, .signIn: return place.service.map(remedy)
        case .waitMinute, .waitFor, .changeNetwork, .useOtherAddress, .useOtherWords, .requestLess, .goOnline,
            .checkPermissions, .authorize, .other:
            return failure.text(of: advice, at: now.date)
        }
    }

    /// Returns the texts as in a sentence: `a`, `a and b`, `a, b and c`.
    private func list(_ texts: [String]) -> String {
        let first = texts.dropLast().joined(separator: ", ")
        return [first, texts.last ?? ""].filter { !$0.isEmpty }.joined(separator: " and ")
    }

    /// Returns when a server that has failed can be contacted again, according to its `Retry-After`; without the field,
    /// `later`.
    private func retryTime(after error: SearchError) -> String {
        let delay = error.networkError?.context.response?.headerFields.retryAfter(at: now.date)
        return delay.map { Timestamp.upcoming(now.date.addingTimeInterval($0 / .seconds(1)), after: now) } ?? "later"
    }

    /// Where certificates of authorities to trust are set; nil if they are not.
    private var certificateLocation: String? {
        settings.location(of: .certificateFile) ?? settings.location(of: .certificateFolder)
    }

    /// Returns a message without its final period, so that `; ` and advice can follow.
    private func withoutPeriod(_ message: String) -> String {
        message.hasSuffix(".") ? String(message.dropLast()) : message
    }

    private func waitingAdvice(on error: SearchError, until date: Date?) -> String {
        if case .limitReached(_, let limit) = error, limit.kind == .outageShare { return "" }
        guard invocation.command.has(.wait) else { return "" }
        guard invocation.has(.wait) else {
            // By default, --wait waits for at most an hour.
            let isSoon = date.map { $0.timeIntervalSince(now.date) <= 3_600 } ?? true
            return isSoon || invocation.has(.timeout) ? ", or add --wait" : ""
        }
        return ", or wait longer with --timeout"
    }

    private static func host(of url: URL) -> String? {
        url.host().map { host in
            let host = host.contains(":") ? "[\(host)]" : host
            return url.port.map { "\(host):\($0)" } ?? host
        }
    }

    /// Returns the environment variable from which curl reads the proxy for a URL; `nil` without a proxy. Entries in
    /// `no_proxy` are `*` or domains, which include their subdomains; ranges of addresses are not recognized.
    private func proxyVariable(for url: URL) -> String? {
        let variables = settings.context.environment
        let excluded = (variables["no_proxy"] ?? variables["NO_PROXY"] ?? "").lowercased()
            .split { $0 == "," || $0 == " " }
        guard let scheme = url.scheme?.lowercased(), let host = url.host()?.lowercased(),
            !excluded.contains(where: { $0 == "*" || ".\(host)".hasSuffix(".\($0.drop { $0 == "." })") })
        else { return nil }
        // curl ignores HTTP_PROXY, which a header field of a CGI request could set.
        let names = ["\(scheme)_proxy"] + (scheme == "https" ? ["HTTPS_PROXY"] : []) + ["all_proxy", "ALL_PROXY"]
        return names.first { variables[$0]?.isEmpty == false }
    }

    /// Returns where the base URL is set, or `nil` if it is the default.
    private func baseURLLocation(of service: SearchService) -> String? {
        settings.location(of: service == .youTube ? .youTubeURL : .gitHubURL)
    }

    /// Returns how to correct a missing or rejected credential, depending on where it is set.
    private func remedy(for service: SearchService) -> String {
        let setting: Setting = service == .youTube ? .youTubeAPIKey : .gitHubToken
        let name = AuthCommand.name(of: service)
        guard let location = settings.location(of: setting) else {
            return "set \(setting.variables[0]), or run: seek auth login \(name)"
        }
        return setting.variables.contains(location)
            ? "set \(location) to a valid value, or unset it"
            : "run: seek auth login \(name), or: seek auth logout \(name)"
    }

    private var now: LocalTime {
        let date = (try? settings.configuration())?.client.now() ?? Date()
        return LocalTime(date: date, offset: settings.context.secondsFromGMT)
    }
}

extension Invocation {
    /// Returns the name of a parameter in a message: the flag that sets it, or the API's name if there is none.
    func name(of parameter: QueryProblem.Parameter) -> String {
        switch parameter {
        case .pageCursor: has(.from) ? "the page cursor of --from" : "the server's link to the next page"
        default: parameter.option.flatMap { command.has($0) ? $0 : nil }.map { flag($0) } ?? parameter.rawValue
        }
    }
}

extension QueryProblem.Parameter {
    /// The flag that sets the parameter; `nil` if no command has one.
    fileprivate var option: OptionSpec.Name? {
        switch self {
        case .publishedAfter: .after
        case .publishedBefore: .before
        case .location: .location
        case .locationRadius: .locationRadius
        case .channelType: .channelType
        case .order: .order
        case .eventType: .eventType
        case .videoCaption: .caption
        case .videoCategoryID: .category
        case .videoDefinition: .definition
        case .videoDimension: .dimension
        case .videoDuration: .duration
        case .videoEmbeddable: .embeddable
        case .videoLicense: .license
        case .videoPaidProductPlacement: .paidProductPlacement
        case .videoSyndicated: .syndicated
        case .videoType: .videoType
        case .forMine, .forDeveloper, .forContentOwner, .onBehalfOfContentOwner, .pageCursor: nil
        }
    }
}

extension ResponseExcerpt {
    /// The message in an error response of GitHub or YouTube, on one line, without secrets and limited to 400
    /// characters; `nil` if there is none.
    fileprivate var apiMessage: String? {
        let decoder = ModelDecoder()
        guard
            let message = (try? decoder.decode(YouTubeErrorEnvelope.self, from: body))?.message
                ?? (try? decoder.decode(GitHubErrorEnvelope.self, from: body))?.message
        else { return nil }
        let line = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.isEmpty ? nil : Redaction.redacted(text: String(line.prefix(400)))
    }
}
