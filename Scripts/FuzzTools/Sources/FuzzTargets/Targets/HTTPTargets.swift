import Foundation

@testable import SeekHTTPCache
@_spi(Seek) @testable import SeekNetworking

/// The current time of every target in this file, constant so that findings are reproducible.
private let time = Date(timeIntervalSince1970: 1_800_000_000)

extension FuzzTarget {
    /// Values of header fields: parsing must not crash, and a parsed date must not change when it is formatted and
    /// parsed again.
    static let headerFields = FuzzTarget("header-fields") { bytes in
        let text = FuzzText(bytes).whole
        _ = CacheControl([.cacheControl: text])
        _ = EntityTag.parseList(text)
        _ = FieldList.elements(of: text)
        _ = ByteRange(text)
        _ = ContentRange(text)
        _ = LinkHeader.parse(text)
        let retryAfter: HTTPFields = ["Retry-After": text]
        _ = retryAfter.retryAfter(at: time)
        var limits = HTTPFields()
        for name in ["limit", "remaining", "reset", "used", "resource"] {
            guard let name = HTTPField.Name("x-ratelimit-\(name)") else { continue }
            limits[name] = text
        }
        limits[.date] = text
        _ = RateLimit(limits, at: time)
        guard let date = HTTPDate.parse(text, now: time) else { return nil }
        let again = HTTPDate.parse(HTTPDate.string(from: date), now: time)
        return again == date ? nil : "\(date) is written as \(HTTPDate.string(from: date))"
    }

    /// Requests and responses for the HTTP cache: a stored response must be readable, its age must not be negative, and
    /// its freshness must be finite. The input contains a header field per line; an empty line separates the fields of
    /// the request from those of the response. A response field `Status` sets the status.
    static let cachedExchange = FuzzTarget("cached-exchange") { bytes in
        let parts = FuzzText(bytes).whole.split(separator: "\n\n", maxSplits: 1, omittingEmptySubsequences: false)
        guard let url = URL(string: "https://example.com/") else { return nil }
        let request = HTTPRequest(url: url, headerFields: fields(parts[0]))
        var response = HTTPResponse(headerFields: fields(parts.count > 1 ? parts[1] : ""), body: Data("body".utf8))
        if let status = Int(response.headerFields["Status"] ?? "") {
            response.status = HTTPResponse.Status(code: status)
        }
        guard let lookup = CacheLookup(request, mode: .default, now: time) else { return nil }
        let exchange = CachePolicy.Exchange(sentAt: time, receivedAt: time.addingTimeInterval(1))
        _ = CachePolicy.varyNames(of: response)
        guard let stored = CachePolicy.stored(response, to: lookup, exchange) else { return nil }
        guard StoredResponse(serialized: stored.serialized) == stored else {
            return "the stored response cannot be read: \(stored)"
        }
        for seconds in [0, 1, 60, 1e6, 1e12, -1e6] {
            let now = time.addingTimeInterval(seconds)
            _ = CachePolicy.use(of: stored, for: lookup, at: now)
            _ = CachePolicy.response(of: stored, to: lookup, at: now, isRevalidated: false)
            guard stored.freshness(at: now).isFinite, stored.age(at: now) >= 0 else {
                return "invalid age or freshness: \(stored)"
            }
        }
        return nil
    }

    /// Serialized records and responses from a store: what is parsed must not change when it is serialized and parsed
    /// again.
    static let storedResponse = FuzzTarget("stored-response") { bytes in
        if let record = CacheRecord(serialized: Data(bytes)) {
            guard let again = CacheRecord(serialized: record.serialized(at: time)),
                again.items.map(\.bytes) == record.items.map(\.bytes), again.generation == record.generation
            else { return "a round trip changes the record" }
        }
        _ = CachedResponse(key: FuzzText(bytes).firstLineAndRest.firstLine, bytes: Data(bytes))
        guard let stored = StoredResponse(serialized: Data(bytes)) else { return nil }
        return StoredResponse(serialized: stored.serialized) == stored ? nil : "a round trip changes the response"
    }

    /// Recordings: a parsed recording must not change when it is written and parsed again, and removing its secrets
    /// must not crash.
    static let recording = FuzzTarget("har") { bytes in
        guard let recording = try? Recording(har: Data(bytes)) else { return nil }
        _ = SecretRules().removingSecrets(from: recording)
        do {
            // The first write drops fractions of seconds and corrects lengths; the second must not change anything.
            let written = try Recording(har: recording.har)
            let again = try Recording(har: written.har)
            guard written.exchanges.map(\.response) == recording.exchanges.map(\.response) else {
                return "a round trip changes the responses"
            }
            return again == written ? nil : "a round trip changes the recording"
        } catch {
            return "the written recording cannot be read: \(error)"
        }
    }

    private static func fields(_ text: some StringProtocol) -> HTTPFields {
        var fields = HTTPFields()
        for line in text.split(separator: "\n") {
            let name = line.prefix { $0 != ":" }
            let value = String(line.dropFirst(name.count + 1)).trimmingPrefix(" ")
            guard let name = HTTPField.Name(String(name)), HTTPField.isValidValue(String(value)) else { continue }
            fields.append(HTTPField(name: name, value: String(value)))
        }
        return fields
    }
}
