import Seek
import SeekBasics
import SeekNetworking

extension Console {
    /// Describes an error: the service, or `source` in its place, and the host, what happened, and what to do. The
    /// request's URL is included with `--verbose` only.
    func describe(_ error: SearchError, of invocation: Invocation, source: String? = nil) -> String {
        // The user needs the complete address.
        if case .authorizationRequired(_, _, let url) = error { showInFull(url) }
        return ErrorDescription(invocation: invocation, console: self).text(of: error, source: source)
    }

    /// Returns the service that a URL belongs to; `nil` for other servers.
    func service(at url: URL) -> SearchService? {
        guard let origin = Origin(url), let configuration = try? configuration() else { return nil }
        // Both base URLs may have the same origin, as in tests.
        if Origin(configuration.youTubeBaseURL) == origin, url.path().contains("/youtube/v3/") { return .youTube }
        if Origin(configuration.gitHubBaseURL) == origin { return .gitHub }
        return Origin(configuration.youTubeBaseURL) == origin ? .youTube : nil
    }

    /// Returns where a setting is set: the name of a variable, or `KEY in the configuration file`; `nil` if the setting
    /// is not set.
    func location(of setting: Setting) -> String? {
        if let name = Settings(environment: context.environment, text: nil).variable(of: setting) { return name }
        let isInFile = (try? environment())?[setting.variables[0]]?.isEmpty == false
        return isInFile ? "\(setting.key) in the configuration file" : nil
    }
}

private struct ErrorDescription {
    let invocation: Invocation
    let console: Console

    func text(of error: SearchError, source: String?) -> String {
        func prefixed(_ text: String) -> String {
            guard let source else { return text }
            // `walks: YouTube` names a source of the saved search `walks`. If the description itself begins with the
            // name of the source, the name is not repeated.
            let title = source.split(separator: ": ").last ?? ""
            return text.hasPrefix("\(title) ") ? source.dropLast(title.count) + text : "\(source): \(text)"
        }
        return switch error {
        case .network(.cancelled): prefixed("cancelled")
        case .invalidQuery(let reason): prefixed(withFlags(reason))
        case .missingCredential(let service):
            prefixed("\(console.onGitHubSite("\(error)")); \(remedy(for: service))")
        case .unauthorized(let service, _): prefixed("\(withoutPeriod("\(error)")); \(remedy(for: service))")
        case .limitReached(let service, let limit): "\(source ?? "\(service)"): \(text(of: limit))"
        case .rejected where invocation.has(.from):
            prefixed("\(withoutPeriod("\(error)")); check --from, or remove it to start at the first page")
        case .notFound(let service, let subject): prefixed("\(error)\(advice(onMissing: subject, of: service))")
        case .unavailable(let service, let failure):
            "\(subject(of: failure, source ?? "\(service)")) failed: \(withoutPeriod(text(of: failure))); "
                + "try again \(retryTime(after: failure))"
        case .network(let failure): text(ofFailedRequest: failure, source: source)
        default: prefixed(error.description)
        }
    }

    /// Returns when a server that has failed can be contacted again, according to its `Retry-After`; without the field,
    /// `later`.
    private func retryTime(after failure: NetworkError) -> String {
        guard let delay = failure.context.response?.headerFields.retryAfter(at: now.date) else { return "later" }
        return Timestamp.upcoming(now.date.addingTimeInterval(delay / .seconds(1)), after: now)
    }

    private func text(ofFailedRequest error: NetworkError, source: String?) -> String {
        let service = url(of: error).flatMap(console.service(at:))
        let text = [withoutPeriod(text(of: error)), advice(on: error, from: service)].compactMap { $0 }.joined(
            separator: "; "
        )
        // The request was not sent, so its host is not the cause.
        if case .invalidRequest = error { return source.map { "\($0): \(text)" } ?? text }
        let subject = subject(of: error, source ?? service.map { "\($0)" })
        return subject.isEmpty ? text : "\(subject): \(text)"
    }

    private func text(of error: NetworkError) -> String {
        switch error {
        case .invalidRequest(let reason, _): return reason
        case .rejected(.rateLimit(let resource, let date), _):
            let time = Timestamp.upcoming(date, after: now)
            return "the rate limit of \(resource) is used up; try again \(time)\(waitingAdvice(until: date))"
        case .rejected(.quota(let name, let date), _):
            return "today's quota of \(name) is used up; it resets \(Timestamp.upcoming(date, after: now))"
        case .unacceptableMediaType("text/html"?, _) where !invocation.has(.verbose):
            return "the response is a web page"
        default:
            if case .unacceptableStatus(let code, let context) = error, !invocation.has(.verbose),
                let message = context.response?.apiMessage
            {
                return "status \(code): \(message)"
            }
            var error = error
            if !invocation.has(.verbose) { error.context.request = nil }
            return error.description
        }
    }

    private func advice(on error: NetworkError, from service: SearchService?) -> String? {
        let baseURL = service.flatMap(baseURLLocation)
        let variable = url(of: error).flatMap(proxyVariable)
        let proxy = variable.map { "the proxy in \($0)" }
        return switch error {
        case .transport(.hostNotFound, _), .transport(.cannotConnect, _):
            switch (proxy, baseURL) {
            case (let proxy?, let baseURL?): "check the network, \(proxy) and \(baseURL)"
            default: "check \(["the network", proxy ?? baseURL].compactMap { $0 }.joined(separator: " and "))"
            }
        case .transport(.proxyAuthenticationRequired, _):
            "write them in \(variable ?? "its URL"), as USER:PASSWORD@ before the host"
        case .transport(.proxy, _): "check \(proxy ?? "the proxy")"
        case .transport(.insecure(let reason), _):
            certificateAdvice(reason) ?? baseURL.map { "check \($0)" } ?? "try again"
        case .transport(.invalidConfiguration, _):
            "check \(certificateLocation ?? "the system's libcurl and CA certificates")"
        case .transport(.unsupportedContentCoding, _):
            baseURL.map { "check \($0)" } ?? "a proxy may have changed the response; check \(proxy ?? "the network")"
        case .transport: "try again"
        case .timedOut: "try again\(invocation.command.has(.timeout) ? ", or allow more time with --timeout" : "")"
        case .unacceptableMediaType:
            baseURL.map { "check \($0)" } ?? "a proxy or a sign-in page may have responded; check the network"
        case .undecodable where invocation.has(.replay): "record the command again"
        case .undecodable: baseURL.map { "check \($0)" } ?? "try again later, or update seek"
        default: nil
        }
    }

    /// Returns how to trust the authority of a certificate; nil if the certificate is rejected for another reason: it is
    /// expired, or belongs to another host, or the server has rejected that of the client.
    private func certificateAdvice(_ reason: String) -> String? {
        let otherReasons = ["expired", "not yet valid", "subject name", " alert "]
        guard reason.contains("certificate"), !otherReasons.contains(where: reason.contains) else { return nil }
        return certificateLocation.map { "check \($0)" }
            ?? "to trust a private authority, set SSL_CERT_FILE to the file of its certificate"
    }

    /// Where certificates of authorities to trust are set; nil if they are not.
    private var certificateLocation: String? {
        console.location(of: .certificateFile) ?? console.location(of: .certificateFolder)
    }

    /// Returns what to check if a subject was not found: its name if it has one, such as `user 'octocat'`, and the base
    /// URL if it is set.
    private func advice(onMissing subject: String, of service: SearchService) -> String {
        let causes = [subject.hasSuffix("'") ? "the name" : nil, baseURLLocation(of: service)].compactMap { $0 }
        return causes.isEmpty ? "" : "; check \(causes.joined(separator: " and "))"
    }

    private func text(of limit: SearchLimit) -> String {
        let date = limit.retryAt.map { Timestamp.upcoming($0, after: now) }
        return switch (limit.kind, date) {
        case (.daily, let date?):
            "today's quota is used up; it resets \(date) (midnight Pacific time)"
                + (invocation.has(.wait) ? ", for which --wait does not wait" : "")
        case (.daily, nil): "today's quota is used up; it resets at midnight Pacific time"
        case (.rate, let date?): "the rate limit is used up; try again \(date)\(waitingAdvice(until: limit.retryAt))"
        case (.rate, nil): "the rate limit is used up; wait a minute and try again"
        case (.secondary, let date?):
            "too many requests at once; try again \(date)\(waitingAdvice(until: limit.retryAt))"
        case (.secondary, nil): "too many requests at once; wait a minute and try again"
        case (.outageShare, let date?): "\(limit.message); try again \(date)"
        case (.outageShare, nil): "\(limit.message); repair Redis"
        case (.budget, _): invocation.usedUpBudgetText.map { "\($0); allow more with --budget" } ?? limit.message
        }
    }

    /// Returns a message without its final period, so that `; ` and advice can follow.
    private func withoutPeriod(_ message: String) -> String {
        message.hasSuffix(".") ? String(message.dropLast()) : message
    }

    private func waitingAdvice(until date: Date?) -> String {
        guard invocation.command.has(.wait) else { return "" }
        guard invocation.has(.wait) else {
            // By default, --wait waits for at most an hour.
            let isSoon = date.map { $0.timeIntervalSince(now.date) <= 3_600 } ?? true
            return isSoon || invocation.has(.timeout) ? ", or add --wait" : ""
        }
        return ", or wait longer with --timeout"
    }

    /// Returns the given name of the source or service, if any, and the host of the failed request. With `--verbose`
    /// the host is omitted, because the message contains the URL.
    private func subject(of error: NetworkError, _ name: String?) -> String {
        let host = invocation.has(.verbose) ? nil : url(of: error).flatMap(Self.host)
        guard let name else { return host ?? "" }
        return host.map { "\(name) (\($0))" } ?? name
    }

    private static func host(of url: URL) -> String? {
        url.host().map { host in
            let host = host.contains(":") ? "[\(host)]" : host
            return url.port.map { "\(host):\($0)" } ?? host
        }
    }

    /// Returns the URL of the failed request, which the error describes as `METHOD URL`.
    private func url(of error: NetworkError) -> URL? {
        error.context.request?.split(separator: " ").last.flatMap { URL(string: String($0)) }
    }

    /// Returns the environment variable from which curl reads the proxy for a URL; `nil` without a proxy. Entries in
    /// `no_proxy` are `*` or domains, which include their subdomains; ranges of addresses are not recognized.
    private func proxyVariable(for url: URL) -> String? {
        let variables = console.context.environment
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
        console.location(of: service == .youTube ? .youTubeURL : .gitHubURL)
    }

    /// Returns how to correct a missing or rejected credential, depending on where it is set.
    private func remedy(for service: SearchService) -> String {
        let setting: Setting = service == .youTube ? .youTubeAPIKey : .gitHubToken
        let name = AuthCommand.name(of: service)
        guard let location = console.location(of: setting) else {
            return "set \(setting.variables[0]), or run: seek auth login \(name)"
        }
        return setting.variables.contains(location)
            ? "set \(location) to a valid value, or unset it"
            : "run: seek auth login \(name), or: seek auth logout \(name)"
    }

    private var now: LocalTime {
        let date = (try? console.configuration())?.client.now() ?? Date()
        return LocalTime(date: date, offset: console.context.secondsFromGMT)
    }

    /// Replaces the API's names of parameters, such as `publishedAfter`, with the flags of the command, and "the page
    /// cursor" with "the page cursor of --from" or "the server's link to the next page".
    private func withFlags(_ reason: String) -> String {
        let flags = invocation.command.options.reduce(into: [String: String]()) { flags, option in
            let words = option.name.word.split(separator: "-")
            let capitalized = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
            let camelCase = words[0] + capitalized.dropFirst(words[0].count)
            for name in [String(camelCase), "published\(capitalized)", "video\(capitalized)"]
            where name.contains(where: \.isUppercase) {
                flags[name] = invocation.flag(option.name)
            }
        }
        let cursor = invocation.has(.from) ? "the page cursor of --from" : "the server's link to the next page"
        return reason.replacing("the page cursor", with: cursor)
            .split(separator: " ", omittingEmptySubsequences: false)
            .map { word in
                // Punctuation may follow a name.
                let name = word.prefix { $0.isLetter }
                return (flags[String(name)] ?? String(name)) + word.dropFirst(name.count)
            }
            .joined(separator: " ")
    }
}

extension SearchError {
    /// The kind of the error in JSON, such as `rate-limited`.
    var kindName: String {
        switch self {
        case .invalidQuery: "invalid-query"
        case .emptyResult: "empty-result"
        case .unreadableResults: "unreadable-results"
        case .missingCredential: "missing-credential"
        case .unauthorized: "unauthorized"
        case .forbidden: "forbidden"
        case .authorizationRequired: "authorization-required"
        case .notFound: "not-found"
        case .limitReached(_, let limit):
            switch limit.kind {
            case .daily: "quota-exceeded"
            case .rate, .secondary: "rate-limited"
            case .budget: "budget-exceeded"
            case .outageShare: "outage-share-exceeded"
            }
        case .rejected: "rejected"
        case .unavailable: "unavailable"
        case .network(.timedOut): "timed-out"
        case .network(.cancelled): "cancelled"
        case .network: "network"
        }
    }
}
