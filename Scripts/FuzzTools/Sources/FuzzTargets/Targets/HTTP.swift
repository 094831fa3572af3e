@testable import SeekNetworking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Every exchange takes place at this time: findings repeat.
private let time = Date(timeIntervalSince1970: 1_800_000_000)
private let url = URL(filePath: "/").absoluteURL

extension FuzzTarget {
    /// The values of header fields: whatever a server sends is read or ignored, in time that grows with its length.
    static let headerFields = FuzzTarget("header-fields") { bytes in
        let text = FuzzText(bytes).whole
        _ = CacheControl([.cacheControl: text])
        _ = EntityTag.list(text)
        _ = FieldList.elements(of: text)
        _ = ByteRange(text)
        _ = ContentRange(text)
        _ = LinkHeader.parse(text)
        let retryAfter: HTTPFields = [HTTPField.Name(constant: "Retry-After"): text]
        _ = retryAfter.retryAfter(at: time)
        var limits = HTTPFields()
        for name in ["limit", "remaining", "reset", "used", "resource"] {
            guard let name = HTTPField.Name("x-ratelimit-\(name)") else { continue }
            limits[name] = text
        }
        _ = RateLimit(limits)
        guard let date = HTTPDate.date(text, now: time) else { return nil }
        let again = HTTPDate.date(HTTPDate.text(date), now: time)
        return again == date ? nil : "\(date) is written as \(HTTPDate.text(date))"
    }

    /// A request and a response as the cache sees them, a field a line: what is stored can be read again and served.
    static let cachedExchange = FuzzTarget("cached-exchange") { bytes in
        let parts = FuzzText(bytes).whole.split(separator: "\n\n", maxSplits: 1, omittingEmptySubsequences: false)
        guard let target = URL(string: "https://example.com/") else { return nil }
        let request = HTTPRequest(url: target, headerFields: fields(parts[0]))
        var response = HTTPResponse(headerFields: fields(parts.count > 1 ? parts[1] : ""), body: Data("body".utf8))
        if let status = Int(response.headerFields[HTTPField.Name(constant: "Status")] ?? "") {
            response.status = HTTPResponse.Status(code: status)
        }
        guard let lookup = CacheLookup(request, mode: .default, now: time) else { return nil }
        let exchange = CachePolicy.Exchange(sentAt: time, receivedAt: time.addingTimeInterval(1))
        _ = CachePolicy.variance(of: response)
        guard let stored = CachePolicy.stored(response, to: lookup, exchange) else { return nil }
        guard StoredResponse(serialized: stored.serialized) == stored else { return "cannot be read again: \(stored)" }
        for seconds in [0, 1, 60, 1e6, 1e12, -1e6] {
            let now = time.addingTimeInterval(seconds)
            _ = CachePolicy.use(of: stored, for: lookup, at: now)
            _ = CachePolicy.response(of: stored, to: lookup, at: now, isRevalidated: false)
            guard stored.freshness(at: now).isFinite, stored.age(at: now) >= 0 else {
                return "age or freshness: \(stored)"
            }
        }
        return nil
    }

    /// What a store returns: rejected, or read the same when written again.
    static let storedResponse = FuzzTarget("stored-response") { bytes in
        _ = VariantIndex(serialized: Data(bytes))
        _ = SerializedResponse(key: FuzzText(bytes).split.first, bytes: Data(bytes))
        guard let stored = StoredResponse(serialized: Data(bytes)) else { return nil }
        return StoredResponse(serialized: stored.serialized) == stored ? nil : "is not read again as it was"
    }

    /// A recording: rejected with a place and a reason, or equal after it is written and read again; without its
    /// secrets too.
    static let recording = FuzzTarget("har") { bytes in
        guard let recording = try? Recording(har: Data(bytes)) else { return nil }
        _ = SecretRules().removingSecrets(from: recording)
        do {
            // Written once, dates lose their fractions of seconds and lengths are those of the bodies.
            let written = try Recording(har: recording.har)
            let again = try Recording(har: written.har)
            guard written.exchanges.map(\.response) == recording.exchanges.map(\.response) else {
                return "other responses"
            }
            return again == written ? nil : "is not read again as it was"
        } catch {
            return "what was written cannot be read: \(error)"
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
