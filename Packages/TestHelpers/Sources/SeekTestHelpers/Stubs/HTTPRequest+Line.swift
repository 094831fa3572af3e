import SeekNetworking

extension HTTPRequest {
    /// `GET https://example.com/a`, with secrets redacted.
    var line: String { "\(method) \(Redaction.redacted(url))" }
}
