import SeekNetworking

extension HTTPRequest {
    /// `GET https://example.com/a`, secrets replaced.
    var line: String { "\(method) \(Redaction.redacted(url))" }
}
