import SeekBasics

/// A line of the access log: one request, without its query, header and body, which may contain secrets.
struct AccessLogEntry: Sendable, Hashable {
    var method = ""
    /// The encoded path, without the query.
    var path: String
    /// The numeric address of the client, which a proxy on this machine may have reported.
    var client = ""
    /// The status; 0 if the client closed the connection before the response.
    var status = 0
    /// The time at which the request line was received.
    var start = ContinuousClock.now
    /// The time from the request line to the end of the response.
    var duration: Duration = .zero

    /// Returns the entry as a line of JSON, with at most 200 characters of the path.
    ///
    /// - Parameter date: The time at which the response ended.
    func line(at date: Date) -> String {
        let milliseconds = (duration / .milliseconds(1) * 1_000).rounded() / 1_000
        let json: JSONValue = [
            "time": .string(RFC3339.fractionalString(from: date)), "client": .string(client),
            "method": .string(method), "path": .string(String(path.prefix(200))),
            "status": .number(status), "milliseconds": .number(milliseconds),
        ]
        return json.text(.sorted)
    }
}
