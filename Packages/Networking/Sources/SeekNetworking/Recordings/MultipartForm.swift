import SeekBasics

/// Replaces secrets in multipart forms (RFC 7578).
struct MultipartForm {
    /// The separator of the parts, with the leading `--`.
    private let delimiter: [UInt8]

    /// Creates a form with the boundary in a `Content-Type`; returns nil if the type is not multipart or has none.
    init?(contentType: String?) {
        guard let contentType, contentType.lowercased().hasPrefix("multipart/"),
            let boundary = Self.parameter("boundary", of: contentType)
        else { return nil }
        delimiter = Array("--\(boundary)".utf8)
    }

    /// Returns a form in which the bodies of all parts with a secret name are replaced, and records these bodies in the
    /// redactor.
    func redacted(_ body: Data, by redactor: inout Redactor) -> Data {
        var isInHead = false
        var field = ""
        var isSecret = false
        var secret = Data()
        var output = Data()
        func replaceSecret() {
            var value = String(decoding: secret, as: UTF8.self)
            // `\r\n` is a single `Character`.
            guard let lineEnd = value.last else { return }
            while value.last?.isNewline == true { value.removeLast() }
            redactor.record(value)
            output += Data("\(Redaction.placeholder)\(lineEnd)".utf8)
            secret = Data()
        }
        for line in body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if line.starts(with: delimiter) {
                replaceSecret()
                (isInHead, isSecret) = (true, false)
            } else if isInHead {
                if line.isEmpty || line.elementsEqual([UInt8(ascii: "\r")]) { isInHead = false }
                // A line that starts with white space continues the field (RFC 5322 §2.2.3).
                if line.first != UInt8(ascii: " ") && line.first != UInt8(ascii: "\t") { field = "" }
                field += String(decoding: line, as: UTF8.self)
                if let name = Self.parameter("name", of: field), redactor.names.isSecret(item: name) { isSecret = true }
            } else if isSecret {
                secret += line + [UInt8(ascii: "\n")]
                continue
            }
            output += line + [UInt8(ascii: "\n")]
        }
        replaceSecret()
        // A line feed was appended to each line, but the last one had none.
        return output.dropLast()
    }

    /// Returns a parameter of a field value without its quotation marks.
    static func parameter(_ name: String, of value: String) -> String? {
        for part in value.split(separator: ";").dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, pair[0].filter({ !$0.isWhitespace }).lowercased() == name else { continue }
            return String(pair[1].filter { $0 != "\"" && !$0.isWhitespace })
        }
        return nil
    }
}
