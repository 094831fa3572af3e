import SeekBasics

/// The addresses that a request and its redirects were sent to: a public server must not redirect to an address of this machine or its
/// network, whatever name it uses for it.
///
/// ``RedirectMiddleware`` puts it in place; a transport that knows its addresses reports them, and respects the answer.
package final class RedirectTrail: Sendable {
    /// The trail of the calling task; nil without redirects.
    @TaskLocal package static var current: RedirectTrail?

    private struct State {
        /// The origin that is requested now. A middleware may send requests of its own meanwhile, which are not redirects.
        var origin: Origin?
        var isLastPublic: Bool?
        var hasBeenPublic = false
        var hasRefused = false
    }

    private let state = Mutex(State())

    package init() {}

    /// The trail a request belongs to; nil where it is none of a redirecting request.
    package static func of(_ request: HTTPRequest) -> RedirectTrail? {
        guard let current, current.state.withLock({ $0.origin }) == request.origin else { return nil }
        return current
    }

    /// Begins a hop.
    package func begin(_ request: HTTPRequest) {
        state.withLock {
            $0.origin = request.origin
            $0.isLastPublic = nil
        }
    }

    /// Whether the hop may connect to an address.
    package func admits(_ address: IPAddress) -> Bool {
        state.withLock {
            let isAdmitted = !$0.hasBeenPublic || address.isPublic
            $0.hasRefused = !isAdmitted
            return isAdmitted
        }
    }

    /// Whether the last address was not admitted.
    package var hasRefused: Bool { state.withLock(\.hasRefused) }

    /// Records that the hop's request is sent to an address.
    package func record(_ address: IPAddress) {
        state.withLock {
            $0.isLastPublic = address.isPublic
            $0.hasBeenPublic = $0.hasBeenPublic || address.isPublic
        }
    }

    /// Whether the last hop was to a public address; nil where no transport reported it.
    package var isLastPublic: Bool? { state.withLock(\.isLastPublic) }
}
