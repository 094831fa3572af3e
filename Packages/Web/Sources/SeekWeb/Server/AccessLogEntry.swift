import SeekBasics

/// A line of the access log: one request, without its query, header and body, which may contain secrets.
struct AccessLogEntry: Sendable, Hashable {
    /// The method.
    var method = ""
    /// The encoded path, without the query.
    var path: String
    /// The numeric address of the client.
    var client = ""
    /// The status; 0 if the client closed the connection before the response.
    var status = 0
    /// The time at which the request began.
    var start = ContinuousClock.now
    /// The time from the first bytes of the request to the end of the response.
    var duration: Duration = .zero
}
