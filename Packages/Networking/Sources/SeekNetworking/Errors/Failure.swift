public import SeekBasics

/// What failed, where, when to try again and what to do: the values from which a program words a failure for its users.
///
/// ``NetworkError/failure`` and `SearchError.failure` of `SeekSearch` provide it. An app shows ``message``. A command
/// line or a server words ``detail`` and ``advice`` in its own terms, and takes the words of ``text(of:at:)`` for the
/// rest.
public struct Failure: Sendable, Hashable {
    /// What happened, for users of an app: a clause such as `the service cannot be reached`, without text from the
    /// service.
    public var problem: String
    /// What happened, for developers: a clause such as `could not connect`, which may contain text from the service or
    /// the system.
    public var detail: String
    /// The service that failed: `YouTube`; nil if unknown.
    public var service: String?
    /// Whether the service is the subject of ``problem`` and ``detail``: `denied access`.
    public var describesService: Bool
    /// The method of the request; nil if no request could be created.
    public var method: HTTPRequest.Method?
    /// The URL of the request, with credentials replaced; nil if no request could be created.
    public var url: URL?
    /// The number of attempts to send a request, including retries and redirects.
    public var attempts: Int
    /// The beginning of the response that was not accepted, after a colon, in one line and with secrets replaced; nil
    /// without one.
    public var responseText: String?
    /// When requests are accepted again; nil if unknown.
    public var retryAt: Date?
    /// What to do, in order.
    public var advice: [Advice]

    /// Creates a failure without a request.
    public init(
        _ problem: String,
        detail: String? = nil,
        service: String? = nil,
        describesService: Bool = false,
        retryAt: Date? = nil,
        advice: [Advice] = []
    ) {
        self.problem = problem
        self.detail = detail ?? problem
        self.service = service
        self.describesService = describesService
        attempts = 0
        self.retryAt = retryAt
        self.advice = advice
    }

    /// What a user can do about a failure.
    public enum Advice: Sendable, Hashable {
        /// Check the connection to the network, the proxy and the address of the service.
        case checkNetwork
        /// Try again, if need be with more time.
        case tryAgain
        /// Try again later.
        case tryLater
        /// Try again in a minute, because the service does not say when.
        case waitMinute
        /// Try again after ``Failure/retryAt``.
        case wait
        /// Try again after this time.
        case waitFor(Duration)
        /// Wait until the quota resets, at ``Failure/retryAt``: YouTube's at midnight Pacific time.
        case waitForReset
        /// An operator repairs the count that several machines share; users try again later.
        case repairSharedCount
        /// Check whether the server's certificate can be trusted. If `isUntrusted`, it is from an authority that the
        /// system does not know.
        case checkCertificate(isUntrusted: Bool)
        /// Use another network: the connection may be intercepted.
        case changeNetwork
        /// Check the proxy.
        case checkProxy
        /// Check the user name and the password of the proxy.
        case checkProxyPassword
        /// Correct the proxy or the certificates in the configuration of the connection.
        case correctConnection
        /// Check the address of the service, from which something else responds.
        case checkAddress
        /// Use another address: this one is not allowed.
        case useOtherAddress
        /// Check the input and the settings.
        case checkInput
        /// Check the name or ID and the permissions of the credential.
        case checkName
        /// Search for other words.
        case useOtherWords
        /// Change the search.
        case changeSearch
        /// Request fewer results.
        case requestLess
        /// Allow more calls in the budget.
        case allowMoreCalls
        /// Search with a connection to the network.
        case goOnline
        /// Set a credential, such as `an API key`, created at this page.
        case setCredential(String, page: URL?)
        /// Replace the credential, such as `an API key`, with a valid one, or sign in again.
        case replaceCredential(String)
        /// Sign in again, or check the credential.
        case signIn
        /// Check the credential and its permissions.
        case checkPermissions
        /// Authorize the token on this page.
        case authorize(URL)
        /// If the problem persists, use a newer version of the program.
        case update
        /// The suggestion of an error from outside: of custom middleware, or of a decoded error response.
        case other(String)
    }
}

/// The words of the library.
extension Failure {
    /// A user-facing message: what happened and what to do.
    public var message: String { message(at: Date()) }

    /// Returns a user-facing message.
    ///
    /// - Parameters:
    ///   - now: The time to which other times are relative.
    ///   - words: Returns the program's own words for a piece of advice, a clause; nil for those of the library.
    public func message(at now: Date, words: (Advice) -> String? = { _ in nil }) -> String {
        ([problemSentence] + advice.map { Self.sentence(words($0) ?? text(of: $0, at: now)) }).joined(separator: " ")
    }

    /// What happened, as a sentence.
    public var problemSentence: String { Self.sentence(subject + problem) }

    /// What to do, as sentences; nil if there is nothing to do. Times are relative to now.
    public var adviceSentences: String? {
        guard !advice.isEmpty else { return nil }
        return advice.map { Self.sentence(text(of: $0, at: Date())) }.joined(separator: " ")
    }

    /// One line for developers: the service, ``detail``, the request, the response, and what to do.
    public var line: String {
        ([subject + fullDetail] + advice.map { text(of: $0, at: nil) }).joined(separator: "; ")
    }

    /// ``detail``, the request and the response, for developers.
    public var fullDetail: String {
        let count = attempts > 1 ? ", \(attempts) attempts" : ""
        let request = method.map { " (\($0) \(url?.absoluteString ?? "")\(count))" } ?? ""
        // A text of the service may end with a period.
        return (detail.hasSuffix(".") ? String(detail.dropLast()) : detail) + request + (responseText ?? "")
    }

    /// Returns a piece of advice as a clause.
    ///
    /// - Parameter now: The time to which others are relative; nil for dates of ISO 8601.
    public func text(of advice: Advice, at now: Date?) -> String {
        switch advice {
        case .checkNetwork, .tryAgain: "check the network connection, and try again"
        case .tryLater: "try again later"
        case .waitMinute: "wait a minute and try again"
        case .wait: retryTime("after", at: now).map { "try again \($0)" } ?? "try again"
        case .waitFor(let duration): "try again in \(duration.waitText)"
        case .waitForReset where retryAt == nil: "it resets at midnight Pacific time"
        case .waitForReset: retryTime("at midnight Pacific time,", at: now).map { "it resets \($0)" } ?? "try again"
        case .repairSharedCount: now == nil ? "repair the shared count" : "try again later"
        case .checkCertificate: "check the network and the date of this device, and try again"
        case .changeNetwork: "try another network"
        case .checkProxy: "check the proxy"
        case .checkProxyPassword: "check the user name and the password of the proxy"
        case .correctConnection: "correct the proxy or the certificates in the settings"
        case .checkAddress:
            now == nil
                ? "check the network and the base URL"
                : "check the network and the address of the service, and try again"
        case .useOtherAddress: "use another address, or allow it in the settings"
        case .checkInput: "check your input and the settings"
        case .checkName: "check the name or ID, and the permissions of the credential"
        case .useOtherWords: "try other words"
        case .changeSearch: "change the search, and try again"
        case .requestLess: "request fewer results"
        case .allowMoreCalls: "allow more calls"
        case .goOnline: "search again with a connection to the network"
        case .setCredential(let name, let page):
            now == nil && page != nil
                ? "create one at \(page?.absoluteString ?? ""), and pass it to the client"
                : "set \(name), and try again"
        case .replaceCredential(let name): "set \(name) that is valid, or sign in again"
        case .signIn: "sign in again, or check the credential"
        case .checkPermissions: "check the credential and its permissions"
        case .authorize(let page): "authorize the token for the organization's single sign-on: \(page.absoluteString)"
        case .update:
            now == nil ? "check the base URL, or update the app" : "if the problem persists, update the app"
        case .other(let text): text
        }
    }

    /// The service and a colon, or the service alone if it is the subject of the text that follows; empty if unknown.
    private var subject: String { service.map { describesService ? "\($0) " : "\($0): " } ?? "" }

    /// Returns the time of ``retryAt``, such as `in 5 hours` or, without `now`, the preposition and
    /// `2026-11-28T08:00:00Z`; nil if it is past or unknown.
    private func retryTime(_ preposition: String, at now: Date?) -> String? {
        guard let retryAt else { return nil }
        guard let now else { return "\(preposition) \(retryAt.formatted(.iso8601))" }
        return retryAt > now ? retryAt.relativeText(to: now) : nil
    }

    private static func sentence(_ clause: String) -> String {
        let text = clause.prefix(1).uppercased() + clause.dropFirst()
        return text.hasSuffix(".") || text.contains("://") ? text : text + "."
    }
}
