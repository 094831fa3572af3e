/// Whether a client answers with the endpoints' samples instead of asking a server.
public enum StubBehavior: Sendable, Hashable {
    /// The server is asked.
    case never
    /// The sample is the answer, at once.
    case immediately
    /// The sample is the answer after a while: to see a screen's indicator, or a deadline pass.
    case delayed(Duration)
}
