import SeekBasics
import SeekNetworking

/// What a store contains under a ``CacheKey``: the responses of one URL to one user.
///
/// The record is read before a request is sent, and written with the response afterwards if its version is unchanged. If
/// it has changed, it is read again: a response that another writer has added is retained, and an invalidation, which
/// replaces ``generation``, forbids storing.
struct CacheRecord: Sendable {
    /// A stored response and what selects it.
    struct Item: Sendable {
        /// Identifies the response, so that its renewal replaces no other.
        let id: UInt64
        /// The request fields in `Vary`, in lower case and sorted; empty if the response does not vary.
        let names: [String]
        /// The fingerprint of the values of these fields.
        let fingerprint: String
        /// When the request was sent. The response to a later request is not replaced.
        var requestedAt: Date
        /// When the response was received.
        var storedAt: Date
        /// When the response is no longer needed.
        var expiresAt: Date
        /// The ``StoredResponse/serialized`` response.
        let bytes: Data

        init(_ stored: StoredResponse, to request: HTTPRequest, sentAt: Date, until expiresAt: Date) {
            id = .random(in: .min ... .max)
            let isPartial = stored.response.status.code == 206
            names = isPartial ? [] : CachePolicy.varyNames(of: stored.response) ?? []
            fingerprint = names.isEmpty ? "" : CacheKey.variantFingerprint(varyNames: names, request: request)
            requestedAt = sentAt
            storedAt = stored.storedAt
            self.expiresAt = expiresAt
            bytes = stored.serialized
        }

        /// The response; nil if its bytes are corrupt.
        var stored: StoredResponse? {
            var stored = StoredResponse(serialized: bytes)
            stored?.storedAt = storedAt
            return stored
        }
    }

    /// The maximum number of complete responses.
    static let maximumCount = 16
    /// The maximum size of the complete responses other than the latest, in bytes.
    static let maximumSize = 8 << 20
    /// For how many seconds at least the generation is stored after an invalidation: longer than any request takes.
    static let invalidationLifetime = 3_600.0

    /// A random number that each invalidation replaces; 0 if there was none, or only one longer ago than any request
    /// takes.
    private(set) var generation: UInt64 = 0
    /// How long the generation is stored at least.
    private var retainedUntil = Date.distantPast
    /// The complete responses, the one that was stored last first.
    private(set) var items: [Item] = []
    /// The partial response that was stored last.
    private(set) var partial: Item?

    init() {}

    /// When the store may drop the record.
    var expiresAt: Date { (items + [partial].compactMap { $0 }).map(\.expiresAt).reduce(retainedUntil, max) }

    // MARK: Finding

    /// Returns the complete responses that a request selects (RFC 9111 §4.1), the latest first.
    func items(for request: HTTPRequest) -> [Item] {
        var fingerprints: [[String]: String] = [:]
        return items.filter { item in
            guard !item.names.isEmpty else { return true }
            let known = fingerprints[item.names]
            let fingerprint = known ?? CacheKey.variantFingerprint(varyNames: item.names, request: request)
            fingerprints[item.names] = fingerprint
            return item.fingerprint == fingerprint
        }
        .sorted { $0.storedAt > $1.storedAt }
    }

    // MARK: Changing

    /// Adds a response, which replaces those that the same requests select. Returns false, and changes nothing, if the
    /// response to a later request is already stored, or if the response that this one updates is not.
    mutating func add(_ item: Item, isPartial: Bool, to request: HTTPRequest, updating id: UInt64?, now: Date) -> Bool {
        items.removeAll { $0.expiresAt <= now }
        if let id, !contains(id) { return false }
        let rivals = isPartial ? [partial].compactMap { $0 } : items(for: request)
        // A request in the future was sent before the clock was set back.
        guard rivals.allSatisfy({ $0.id == id || $0.requestedAt <= item.requestedAt || $0.requestedAt > now }) else {
            return false
        }
        if isPartial {
            partial = item
            return true
        }
        items.removeAll { old in
            old.id == id || item.names.isEmpty || old.names.isEmpty
                || old.names == item.names && old.fingerprint == item.fingerprint
        }
        items.insert(item, at: 0)
        var size = -item.bytes.count
        items = Array(
            items.prefix(Self.maximumCount).prefix {
                size += $0.bytes.count
                return size <= Self.maximumSize
            }
        )
        return true
    }

    /// Removes a response. Returns false if the record does not contain it.
    mutating func remove(_ id: UInt64) -> Bool {
        guard contains(id) else { return false }
        items.removeAll { $0.id == id }
        if partial?.id == id { partial = nil }
        return true
    }

    private func contains(_ id: UInt64) -> Bool { partial?.id == id || items.contains { $0.id == id } }

    /// Removes all responses, and replaces the generation, so that no response to an earlier request is stored.
    mutating func invalidate(at now: Date) {
        generation = .random(in: 1 ... .max)
        retainedUntil = now.addingTimeInterval(Self.invalidationLifetime)
        (items, partial) = ([], nil)
    }
}

/// The serialization of a record: the serialized responses, the head, and the length of the head.
///
/// The body of the first response is at the beginning, so that its decoded form can share the bytes.
extension CacheRecord {
    private static let formatVersion = Array("SEEKREC1".utf8)

    /// - Parameter now: The date by this machine's clock, with which another machine converts the dates to its own.
    func serialized(at now: Date) -> Data {
        var writer = ByteWriter()
        let stored = items + [partial].compactMap { $0 }
        writer.bytes.reserveCapacity(stored.reduce(256) { $0 + $1.bytes.count + 128 })
        for item in stored { writer.bytes.append(item.bytes) }
        let start = writer.bytes.count
        writer.bytes.append(contentsOf: Self.formatVersion)
        writer.write(generation)
        writer.write(now)
        writer.write(retainedUntil)
        writer.write(UInt64(items.count))
        writer.write(UInt64(stored.count))
        for item in stored {
            writer.write(item.id)
            writer.write(item.names.joined(separator: " ").utf8)
            writer.write(item.fingerprint.utf8)
            for date in [item.requestedAt, item.storedAt, item.expiresAt] { writer.write(date) }
            writer.write(UInt64(item.bytes.count))
        }
        writer.write(UInt64(writer.bytes.count - start))
        return writer.bytes
    }

    /// Decodes a record; nil if the bytes are corrupt or have another format.
    ///
    /// - Parameters:
    ///   - bytes: The ``serialized(at:)`` record.
    ///   - writtenAt: When the record was written, by this machine's clock; nil if this machine's clock wrote its dates.
    init?(serialized bytes: Data, writtenAt: Date? = nil) {
        let bytes = bytes.startIndex == 0 ? bytes : Data(bytes)
        guard let record = bytes.withUnsafeBytes({ Self.read($0, of: bytes, writtenAt) }) else { return nil }
        self = record
    }

    private static func read(_ buffer: UnsafeRawBufferPointer, of bytes: Data, _ writtenAt: Date?) -> CacheRecord? {
        var end = ByteReader(UnsafeRawBufferPointer(rebasing: buffer.suffix(8)))
        guard let length = end.readNumber().flatMap({ Int(exactly: $0) }), length <= buffer.count - 8 else {
            return nil
        }
        let start = buffer.count - 8 - length
        var reader = ByteReader(UnsafeRawBufferPointer(rebasing: buffer[start..<(buffer.count - 8)]))
        guard reader.read(count: formatVersion.count)?.elementsEqual(formatVersion) == true,
            let generation = reader.readNumber(), let writingDate = reader.readDate(),
            let retainedUntil = reader.readDate(), let completeCount = reader.readNumber(),
            completeCount <= maximumCount, let count = reader.readNumber(),
            count == completeCount || count == completeCount + 1
        else { return nil }
        let offset = writtenAt?.timeIntervalSince(writingDate) ?? 0
        var stored: [Item] = []
        var position = 0
        for _ in 0..<count {
            guard let item = Item(&reader, bytes[position..<start], offset: offset) else { return nil }
            position += item.bytes.count
            stored.append(item)
        }
        guard reader.isAtEnd, position == start else { return nil }
        var record = CacheRecord()
        record.generation = generation
        record.retainedUntil = retainedUntil.addingTimeInterval(offset)
        record.items = Array(stored.prefix(Int(completeCount)))
        record.partial = stored.count > Int(completeCount) ? stored.last : nil
        return record
    }
}

extension CacheRecord.Item {
    /// Reads an item, whose response is at the beginning of `bytes`.
    fileprivate init?(_ reader: inout ByteReader, _ bytes: Data, offset: Double) {
        guard let id = reader.readNumber(), let names = reader.readString(), let fingerprint = reader.readString(),
            let requestedAt = reader.readDate(), let storedAt = reader.readDate(), let expiresAt = reader.readDate(),
            let count = reader.readNumber().flatMap({ Int(exactly: $0) }), count <= bytes.count
        else { return nil }
        self.id = id
        self.names = names.split(separator: " ").map(String.init)
        self.fingerprint = fingerprint
        self.requestedAt = requestedAt.addingTimeInterval(offset)
        self.storedAt = storedAt.addingTimeInterval(offset)
        self.expiresAt = expiresAt.addingTimeInterval(offset)
        self.bytes = bytes.prefix(count)
    }
}
