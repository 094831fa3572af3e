import SeekNetworking

extension Redaction {
    /// A stub's URL as it was written, the values of secret query items replaced.
    static func redacted(template: String) -> String {
        let parts = template.split(separator: "?", maxSplits: 1)
        guard parts.count == 2 else { return template }
        return "\(parts[0])?\(redacted(query: String(parts[1])))"
    }
}

extension HTTPRequest {
    /// `GET https://example.com/a`, secrets replaced.
    var line: String { "\(method) \(Redaction.redacted(url))" }
}
