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
    /// The maximum number of connections of a client, except for a proxy. A further connection ends the client's oldest
    /// one without a complete request; if there is none, it is closed itself.
    var maximumConnectionCountPerClient = 128
    /// The time from the start of a connection, or from a request line, to the end of the header. It is not extended by
    /// bytes that arrive, so that a client that sends a header byte by byte is dropped as well.
    var headerTime: Duration = .seconds(10)
    /// The time from the end of a header to the end of the body, and from the end of a response to the next request.
    var requestTime: Duration = .seconds(30)
    /// The time within which a client must receive a response that does not consist of events.
    var responseTime: Duration = .seconds(60)
    /// The maximum time of a response that consists of events. A search takes a few seconds.
    var eventTime: Duration = .seconds(120)
    /// The time without an event after which a comment is sent to a client, to detect lost connections.
    var eventInterval: Duration = .seconds(15)
}
