import SeekBasics

// Requests and responses are printed in logs, test failures and debuggers. Their descriptions contain no secrets:
// credentials in fields and URLs are replaced, and only the size of a body is printed.

extension HTTPField: CustomStringConvertible, CustomReflectable {
    /// `Accept: text/html`, or `Authorization: REDACTED`.
    public var description: String { "\(name): \(redactedValue)" }

    /// Hides secret values from `dump` and debuggers.
    public var customMirror: Mirror { Mirror(self, children: ["name": name.rawName, "value": redactedValue]) }

    private var redactedValue: String { Redaction.value(of: self) }
}

extension HTTPFields: CustomStringConvertible {
    /// The fields in a single line: `[Accept: text/html, Authorization: REDACTED]`.
    public var description: String { "[\(map(\.description).joined(separator: ", "))]" }
}

extension HTTPRequest: CustomStringConvertible, CustomReflectable {
    /// `GET https://example.com/?key=REDACTED [Accept: text/html], 0 bytes`
    public var description: String {
        "\(method) \(Redaction.redacted(url)) \(headerFields), \(body?.count ?? 0) bytes"
    }

    /// Hides secrets from `dump` and debuggers.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "method": method.rawValue, "url": Redaction.redacted(url), "headerFields": headerFields,
                "bodySize": body?.count ?? 0,
            ]
        )
    }
}

extension HTTPResponse: CustomStringConvertible, CustomReflectable {
    /// `200 OK [Content-Type: text/html], 12 bytes, network`
    public var description: String { "\(status) \(headerFields), \(body.count) bytes, \(provenance)" }

    /// Hides secrets from `dump` and debuggers.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "status": status, "headerFields": headerFields, "bodySize": body.count, "provenance": provenance,
            ]
        )
    }
}

extension ResponseExcerpt: CustomStringConvertible, CustomReflectable {
    /// `404 Not Found [Content-Type: text/html], 12 bytes`
    public var description: String { "\(status) \(headerFields), \(bodySize) bytes" }

    /// Hides secrets from `dump` and debuggers.
    public var customMirror: Mirror {
        Mirror(self, children: ["status": status, "headerFields": headerFields, "bodySize": bodySize])
    }
}

extension QueryParameters.Item: CustomStringConvertible, CustomReflectable {
    /// `q=swift`, or `key=REDACTED`.
    public var description: String { "\(name)=\(redactedValue)" }

    /// Hides secrets from `dump` and debuggers.
    public var customMirror: Mirror { Mirror(self, children: ["name": name, "value": redactedValue]) }

    private var redactedValue: String {
        Redaction.isSecret(queryItem: name) ? Redaction.placeholder : Redaction.redacted(text: value)
    }
}
