public import SeekBasics

/// The reason why a request was rejected locally.
public enum RequestRejection: Sendable, Hashable, CustomStringConvertible {
    /// The server's rate limit for a resource is exhausted until a date.
    case rateLimit(resource: String, until: Date)
    /// The host has failed repeatedly; requests are rejected for the given duration.
    case circuitOpen(host: String, for: Duration)
    /// The daily quota with the given name is exhausted until a date, according to the count of this machine or to one
    /// that several machines share.
    case quota(String, until: Date)
    /// The count of the daily quota with the given name, which several machines share, is unavailable, and this machine
    /// has used the `share` of the quota that it may use meanwhile. `remaining` is an estimate of what is left for all
    /// machines. Both are in units of the quota, such as calls. The date is when the count is available again, if that
    /// is known.
    case quotaShare(String, share: Int, remaining: Int, until: Date?)
    /// The allowed number of calls has already been sent.
    case budget(limit: Int)
    /// The cache mode allows only a stored response, and none can be used.
    case notCached
    /// The host is, or resolved to, an address that the ``TargetPolicy`` does not allow.
    case addressNotAllowed(host: String, address: IPAddress)
    /// There is no credential: the provider has failed, or the credential is empty. The string describes the reason.
    case credentialUnavailable(String)

    /// The reason and what to do, in a single line.
    public var description: String {
        switch self {
        case .rateLimit(let resource, let until):
            "the rate limit of \(resource) is used up; try again after \(until.formatted(.iso8601))"
        case .quota(let name, let until):
            "the day's quota of \(name) is used up; try again after \(until.formatted(.iso8601))"
        case .quotaShare(let name, let share, let remaining, let until):
            "the shared count of \(name) is unavailable, and this machine has used its share of the quota "
                + "(\(share.grouped)); \(remaining.grouped) \(remaining == 1 ? "is" : "are") left today; "
                + (until.map { "try again after \($0.formatted(.iso8601))" } ?? "repair the shared count")
        case .budget(let limit):
            "the budget of \(counted(limit, "call")) is used up; allow more"
        case .addressNotAllowed(let host, let address):
            "requests to \(address), the address of \(host), are not allowed; "
                + "use another URL, or allow the address in the configuration"
        case .credentialUnavailable(let reason):
            "there is no credential for the request (\(reason)); sign in again, or check the configured credential"
        case .notCached: "no stored response can be used, and the cache mode does not allow a request"
        case .circuitOpen(let host, let duration):
            "\(host) has failed too often; try again in \(duration.waitText)"
        }
    }
}
