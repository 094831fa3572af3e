#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Why a request was held back on this side.
public enum RequestRejection: Sendable, Hashable, CustomStringConvertible {
    /// The server's budget for this resource is spent until a moment.
    case rateLimit(resource: String, until: Date)
    /// The host has failed time and again; it is left alone for a while.
    case circuitOpen(host: String, for: Duration)
    /// The day's quota is spent, by this side's own count, until a moment.
    case quota(String, until: Date)
    /// As many calls were sent as were allowed.
    case budget(limit: Int)
    /// Only a stored answer was wanted, and there is none that serves.
    case notCached
    /// The host resolved to an address that requests may not be sent to: ``TargetPolicy``.
    case addressNotAllowed(host: String, address: IPAddress)

    /// One line: what is spent or failing, and when to try again.
    public var description: String {
        switch self {
        case .rateLimit(let resource, let until):
            "the rate limit of \(resource) is used up; try again after \(until.formatted(.iso8601))"
        case .quota(let name, let until):
            "the day's quota of \(name) is used up; try again after \(until.formatted(.iso8601))"
        case .budget(let limit):
            "the budget of \(limit) calls is used up; allow more"
        case .addressNotAllowed(let host, let address):
            "requests to \(address), the address of \(host), are not allowed; use another URL, or allow the address in the configuration"
        case .notCached: "there is no stored answer, and the server was not to be asked"
        case .circuitOpen(let host, let rest):
            "\(host) has failed too often; try again in \(max(1, rest.components.seconds)) s"
        }
    }
}
