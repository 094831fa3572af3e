#if os(Linux)
import SeekNetworking

/// How often a request may go out, where a connection that others used before is closed without a word of an answer: once more
/// where its method is idempotent, else never again, for nobody knows what the server did (RFC 9110 §9.2.2, RFC 9112 §9.3.1).
struct Resending: Hashable {
    private var rest: Int
    /// Whether it was stopped from going out again.
    private(set) var isRefused = false
    /// Whether it went out at least once.
    private(set) var isOut = false

    init(of method: HTTPRequest.Method) { rest = method.isIdempotent ? 2 : 1 }

    /// Whether it may go out; counts it.
    mutating func isAllowedOut() -> Bool {
        isRefused = rest == 0
        rest = max(0, rest - 1)
        isOut = isOut || !isRefused
        return !isRefused
    }
}
#endif
