/// The limits of the server, which protect it from slow and greedy clients.
struct ServerLimits: Sendable {
    /// The maximum size of a request's body in bytes: the forms and JSON of the app are small.
    var maximumBodySize = 64 << 10
    /// The maximum size of a request's header, in bytes.
    var maximumHeaderSize = 32 << 10
    /// The memory of a connection, in bytes. libmicrohttpd itself responds to a header that does not fit, without
    /// problem details.
    var connectionMemory = 64 << 10
    /// The maximum number of connections. Further clients wait until a connection is closed.
    var maximumConnectionCount = 2_048
    /// The time from the start of a connection, or the end of its previous response, to the end of a request. It is not
    /// extended by bytes that arrive, so that a client that sends a header byte by byte is dropped as well.
    var requestTime: Duration = .seconds(30)
    /// The time within which a client must receive a response that does not consist of events.
    var responseTime: Duration = .seconds(60)
    /// The time without an event after which a comment is sent to a client, to detect lost connections.
    var eventInterval: Duration = .seconds(15)
}
