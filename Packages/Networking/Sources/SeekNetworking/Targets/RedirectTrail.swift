import SeekBasics

/// Tracks whether a request and its redirects were sent to public addresses.
///
/// Prevents a public server from redirecting to the local machine or network, whatever host name the redirect contains.
/// ``RedirectMiddleware`` creates a trail for each request, unless its policy allows private targets. A transport that
/// knows the addresses it connects to records them, and connects only to addresses that the trail admits.
package final class RedirectTrail: Sendable {
    @TaskLocal package static var current: RedirectTrail?

    private struct State {
        /// The origin of the current hop. Requests that middleware sends to other origins meanwhile are not part of
        /// the trail.
        var origin: Origin?
        var isAddressPublic: Bool?
        var hasReachedPublicAddress = false
        var lastAddressWasRefused = false
    }

    private let state = Mutex(State())

    package init() {}

    /// Returns the current trail if the request belongs to its current hop, otherwise nil.
    package static func of(_ request: HTTPRequest) -> RedirectTrail? {
        guard let current, current.state.withLock({ $0.origin }) == request.origin else { return nil }
        return current
    }

    /// Begins a hop: the first request or a redirect.
    package func begin(_ request: HTTPRequest) {
        state.withLock {
            $0.origin = request.origin
            $0.isAddressPublic = nil
        }
    }

    /// Returns whether the hop may connect to an address: any until a public one was reached, then only public ones.
    package func admits(_ address: IPAddress) -> Bool {
        state.withLock {
            let isAdmitted = !$0.hasReachedPublicAddress || address.isPublic
            $0.lastAddressWasRefused = !isAdmitted
            return isAdmitted
        }
    }

    package var lastAddressWasRefused: Bool { state.withLock(\.lastAddressWasRefused) }

    package func record(_ address: IPAddress) {
        state.withLock {
            $0.isAddressPublic = address.isPublic
            $0.hasReachedPublicAddress = $0.hasReachedPublicAddress || address.isPublic
        }
    }

    /// Whether the hop was sent to a public address; nil if the transport has not recorded the address.
    package var isAddressPublic: Bool? { state.withLock(\.isAddressPublic) }
}
