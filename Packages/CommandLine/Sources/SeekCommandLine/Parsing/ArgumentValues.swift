import SeekBasics
import SeekNetworking

/// Parses and formats byte counts: `1500`, `500kB`, `10MB`, `1GB`. Units are decimal (SI).
enum ByteSize {
    private static let units: [(name: String, bytes: Int)] = [
        ("gb", 1_000_000_000), ("mb", 1_000_000), ("kb", 1_000), ("b", 1),
    ]

    /// Parses the value of `--max-size`. The `B` of a unit may be omitted.
    static func parse(_ text: String) throws(UsageError) -> Int {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        var unit = text.dropFirst(digits.count).filter { $0 != " " }.lowercased()
        if !unit.hasSuffix("b") { unit += "b" }
        if let number = Int(digits), let factor = units.first(where: { $0.name == unit })?.bytes {
            let (bytes, overflow) = number.multipliedReportingOverflow(by: factor)
            if !overflow { return bytes }
        }
        throw UsageError("--max-size must be a size such as 1500, 500kB, 10MB or 1GB, not '\(SafeText.line(text))'")
    }

    /// Returns a size with its unit and, from 1 kB, one decimal place: `512 B`, `345.6 kB`.
    static func formatted(_ bytes: Int) -> String {
        // A size that rounds to 1000.0 of a unit has the next unit: from 999,950 bytes, 1.0 MB.
        guard let unit = units.first(where: { bytes >= $0.bytes - $0.bytes / 20_000 }), unit.bytes > 1 else {
            return "\(bytes) B"
        }
        let tenths = (Double(bytes) / Double(unit.bytes) * 10).rounded() / 10
        let name = unit.name == "kb" ? "kB" : unit.name.uppercased()
        return "\(tenths) \(name)"
    }
}

enum WebURL {
    /// Parses an http or https URL to which requests can be sent. The name of its flag is part of errors.
    static func parse(_ text: String, of name: String, example: String) throws(UsageError) -> URL {
        guard let url = URL(string: text), Origin(url) != nil, url.user() == nil, url.password() == nil else {
            throw UsageError(
                "\(name) must be an http or https URL without a user name, such as \(example), "
                    + "not '\(SafeText.line(text))'"
            )
        }
        if let problem = problem(with: url) { throw UsageError("\(name) is invalid: \(problem)") }
        return url
    }

    /// Returns why no request can be sent to a URL, such as an invalid host or port; `nil` if requests can be sent.
    static func problem(with url: URL) -> String? {
        do throws(NetworkError) {
            try HTTPRequest(method: .get, url: url).validate()
            return nil
        } catch {
            return if case .invalidRequest(let reason, _) = error { reason } else { error.description }
        }
    }
}

extension URL {
    /// Creates the URL of a file. A `~` at the start is part of the name: the shell has already expanded every `~` that
    /// means `HOME`, and Foundation would expand this one to the home folder in the system's list of users.
    init(literalPath path: String) { self.init(filePath: path.hasPrefix("~") ? "./\(path)" : path) }
}
