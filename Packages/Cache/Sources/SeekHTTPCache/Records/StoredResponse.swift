import SeekBasics
@_spi(Seek) import SeekNetworking

struct StoredResponse: Hashable {
    var response: HTTPResponse
    /// When the response was received.
    var storedAt: Date
    /// The age on arrival in seconds (RFC 9111 §4.2.3).
    var initialAge: Double
    var freshnessInfo: FreshnessInfo

    /// Returns the age in seconds.
    func age(at now: Date) -> Double { initialAge + max(0, now.timeIntervalSince(storedAt)) }

    /// Returns the remaining freshness in seconds; negative if the response is stale. If the lifetime is an endpoint's
    /// time to live, only the time since the arrival counts.
    func freshness(at now: Date) -> Double {
        freshnessInfo.lifetime - (freshnessInfo.usesTimeToLive ? max(0, now.timeIntervalSince(storedAt)) : age(at: now))
    }

    /// Whether the clock was set back since the response was stored, so that its age is unknown.
    func isFromTheFuture(at now: Date) -> Bool { storedAt > now }

    /// The fields of a validation request (§4.3.1); empty if the response has no validators.
    var validators: HTTPFields {
        var fields: HTTPFields = [:]
        fields[.ifNoneMatch] = response.headerFields[values: .eTag].first.flatMap { $0.isEmpty ? nil : $0 }
        fields[.ifModifiedSince] = response.headerFields[values: .lastModified].first
        return fields
    }
}

/// How long and under which conditions a stored response may be served.
struct FreshnessInfo: Hashable {
    /// The freshness lifetime in seconds.
    var lifetime = 0.0
    /// Whether the lifetime is the endpoint's time to live instead of the one that the server specifies.
    var usesTimeToLive = false
    /// Whether the response must be validated before each use: it has `no-cache` and no time to live, or a HEAD has
    /// invalidated it.
    var requiresValidation = false
    /// Whether the response must not be served stale: it has `must-revalidate`, or a HEAD has invalidated it.
    var mustRevalidate = false
    /// Whether the response does not change while it is fresh (RFC 8246).
    var isImmutable = false
    /// How many seconds the response may be served stale while it is revalidated (RFC 5861 §3).
    var staleWhileRevalidate = 0.0
    /// How many seconds the response may be served stale in place of a failure (RFC 5861 §4); nil if the server does
    /// not specify it.
    var staleIfError: Double?
    /// The fields that may not be reused without validation: `no-cache="…"`.
    var withheldFields: Set<HTTPField.Name> = []
}

extension FreshnessInfo {
    /// The lifetime is in seconds.
    init(_ control: CacheControl, lifetime: Double, usesTimeToLive: Bool) {
        self.init(
            lifetime: lifetime,
            usesTimeToLive: usesTimeToLive,
            requiresValidation: control.isNoCache && !usesTimeToLive,
            mustRevalidate: control.mustRevalidate,
            isImmutable: control.isImmutable,
            staleWhileRevalidate: control.staleWhileRevalidate ?? 0,
            staleIfError: control.staleIfError,
            withheldFields: control.noCacheFields
        )
    }
}

/// The serialization of a stored response: the body, the head, and the length of the body.
///
/// The head consists of the format version, 8-byte little-endian numbers, and strings prefixed with their length. The
/// body comes first, so that the body of a deserialized response can share the serialized bytes.
extension StoredResponse {
    static let formatVersion = Array("SEEKRES4".utf8)

    /// The maximum absolute value of stored durations and dates in seconds: about 30,000 years.
    static let maximumSeconds = 1e12

    private static let usesTimeToLive: UInt64 = 1
    private static let requiresValidation: UInt64 = 2
    private static let mustRevalidate: UInt64 = 4
    private static let isImmutable: UInt64 = 8

    var serialized: Data {
        var writer = ByteWriter()
        writer.bytes.reserveCapacity(1_024 + response.body.count)
        writer.bytes.append(response.body)
        writer.bytes.append(contentsOf: Self.formatVersion)
        writer.write(storedAt.timeIntervalSince1970)
        writer.write(initialAge)
        writer.write(freshnessInfo.lifetime)
        writer.write(freshnessInfo.staleWhileRevalidate)
        // Negative if the server does not specify it.
        writer.write(freshnessInfo.staleIfError ?? -1)
        writer.write(
            (freshnessInfo.usesTimeToLive ? Self.usesTimeToLive : 0)
                | (freshnessInfo.requiresValidation ? Self.requiresValidation : 0)
                | (freshnessInfo.mustRevalidate ? Self.mustRevalidate : 0)
                | (freshnessInfo.isImmutable ? Self.isImmutable : 0)
        )
        writer.write(UInt64(freshnessInfo.withheldFields.count))
        for name in freshnessInfo.withheldFields { writer.write(name.rawName.utf8) }
        writer.write(UInt64(response.status.code))
        writer.write(response.status.reasonPhrase.utf8)
        writer.write(UInt64(response.headerFields.count))
        for field in response.headerFields {
            writer.write(field.name.rawName.utf8)
            writer.write(field.value.utf8)
        }
        writer.write(UInt64(response.body.count))
        return writer.bytes
    }

    init?(serialized bytes: Data) {
        guard let (stored, bodyCount) = bytes.withUnsafeBytes({ Self.read($0) }) else { return nil }
        self = stored
        let body = bytes.prefix(bodyCount)
        // Indices of the body start at zero.
        response.body = body.startIndex == 0 ? body : Data(body)
    }

    /// Decodes everything except the body, and returns the length of the body as well; nil if the bytes are corrupt.
    private static func read(_ bytes: UnsafeRawBufferPointer) -> (StoredResponse, bodyCount: Int)? {
        var end = ByteReader(UnsafeRawBufferPointer(rebasing: bytes.suffix(8)))
        guard let bodyCount = end.readNumber().flatMap({ Int(exactly: $0) }), bodyCount <= bytes.count - 8 else {
            return nil
        }
        var reader = ByteReader(UnsafeRawBufferPointer(rebasing: bytes[bodyCount..<(bytes.count - 8)]))
        guard reader.read(count: formatVersion.count)?.elementsEqual(formatVersion) == true,
            let storedAt = reader.readSeconds(), let initialAge = reader.readSeconds(), initialAge >= 0,
            let freshnessInfo = readFreshnessInfo(&reader),
            let code = reader.readNumber(), code <= 999, let phrase = reader.readString(),
            let fields = readFields(&reader), reader.isAtEnd
        else { return nil }
        let status = HTTPResponse.Status(code: Int(code), reasonPhrase: phrase)
        let stored = StoredResponse(
            response: HTTPResponse(status: status, headerFields: fields),
            storedAt: Date(timeIntervalSince1970: storedAt),
            initialAge: initialAge,
            freshnessInfo: freshnessInfo
        )
        return (stored, bodyCount)
    }

    private static func readFreshnessInfo(_ reader: inout ByteReader) -> FreshnessInfo? {
        guard let lifetime = reader.readSeconds(), lifetime >= 0, let staleWhileRevalidate = reader.readSeconds(),
            let staleIfError = reader.readSeconds(), let flags = reader.readNumber(), flags < 16,
            let count = reader.readNumber()
        else { return nil }
        var withheld: Set<HTTPField.Name> = []
        // Stops at the end of the bytes even if the count is corrupt.
        for _ in 0..<count {
            guard let name = reader.readString().flatMap(HTTPField.Name.init) else { return nil }
            withheld.insert(name)
        }
        return FreshnessInfo(
            lifetime: lifetime,
            usesTimeToLive: flags & usesTimeToLive != 0,
            requiresValidation: flags & requiresValidation != 0,
            mustRevalidate: flags & mustRevalidate != 0,
            isImmutable: flags & isImmutable != 0,
            staleWhileRevalidate: staleWhileRevalidate,
            staleIfError: staleIfError < 0 ? nil : staleIfError,
            withheldFields: withheld
        )
    }

    private static func readFields(_ reader: inout ByteReader) -> HTTPFields? {
        guard let count = reader.readNumber() else { return nil }
        var fields: [HTTPField] = []
        fields.reserveCapacity(Int(min(count, 64)))
        for _ in 0..<count {
            guard let name = reader.readString().flatMap(HTTPField.Name.init), let value = reader.readString() else {
                return nil
            }
            fields.append(HTTPField(name: name, value: value))
        }
        return HTTPFields(fields)
    }
}

/// Writes numbers as 8 little-endian bytes, and byte sequences with their length.
struct ByteWriter {
    var bytes = Data()

    mutating func write(_ number: UInt64) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func write(_ seconds: Double) {
        write(seconds.bitPattern)
    }

    mutating func write(_ date: Date) { write(date.timeIntervalSince1970) }

    mutating func write(_ content: some Collection<UInt8>) {
        write(UInt64(content.count))
        bytes.append(contentsOf: content)
    }
}

/// Reads values one after the other, and never beyond the end of the bytes.
struct ByteReader {
    private let bytes: UnsafeRawBufferPointer
    private var offset = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var isAtEnd: Bool { offset == bytes.count }

    mutating func read(count: Int) -> UnsafeRawBufferPointer? {
        guard count >= 0, count <= bytes.count - offset else { return nil }
        defer { offset += count }
        return UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + count)])
    }

    mutating func readNumber() -> UInt64? {
        guard bytes.count - offset >= 8 else { return nil }
        defer { offset += 8 }
        return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    mutating func readDate() -> Date? { readSeconds().map { Date(timeIntervalSince1970: $0) } }

    /// Reads a number of seconds, or returns nil if it is NaN or out of range.
    mutating func readSeconds() -> Double? {
        guard let seconds = readNumber().map(Double.init(bitPattern:)), abs(seconds) <= StoredResponse.maximumSeconds
        else { return nil }
        return seconds
    }

    mutating func readString() -> String? {
        guard let count = readNumber().flatMap({ Int(exactly: $0) }), let bytes = read(count: count) else { return nil }
        // Invalid UTF-8 is replaced, which usually changes the length. `String(validating:)` is exact, but slower.
        let text = String(decoding: bytes, as: UTF8.self)
        return text.utf8.count == bytes.count ? text : nil
    }
}
