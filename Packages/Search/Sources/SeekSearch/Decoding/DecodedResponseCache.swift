import SeekBasics
import SeekModels
import SeekNetworking

/// A cache of decoded responses, so that a stored response need not be decoded again at each use.
///
/// A value is returned only for the same bytes, location, model and decoding mode, so that it equals the value that
/// decoding the response again would return.
public final class DecodedResponseCache: Sendable {
    /// The maximum total size of the cached response bodies, in bytes. Their decoded values, which are about as large,
    /// are not counted.
    public let costLimit: Int

    private let state = Mutex(State())

    /// Creates an empty cache. 8 MiB hold about 200 pages of 50 videos.
    public init(costLimit: Int = 8 << 20) {
        self.costLimit = costLimit
    }

    struct Key: Hashable {
        let type: ObjectIdentifier
        let mode: ModelDecoder.Mode
        let location: EndpointLocation

        init<Value>(_ type: Value.Type, _ mode: ModelDecoder.Mode, at location: EndpointLocation) {
            self.type = ObjectIdentifier(type)
            self.mode = mode
            self.location = location
        }
    }

    private struct Entry {
        let bytes: Data
        let value: any Sendable
        /// The value of `State.useCount` at the last use.
        var lastUse: Int
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var cost = 0
        var useCount = 0
    }

    /// Returns the cached value for these bytes, or calls `make` and caches its result. An error is not cached.
    func value<Value: Sendable>(of bytes: Data, for key: Key, make: (Data) throws -> Value) rethrows -> Value {
        // Bodies are compared outside the lock.
        if let entry = markEntryUsed(for: key), entry.bytes == bytes, let value = entry.value as? Value { return value }
        let value = try make(bytes)
        insert(value, of: bytes, for: key)
        return value
    }

    private func markEntryUsed(for key: Key) -> Entry? {
        state.withLock { state in
            guard let index = state.entries.index(forKey: key) else { return nil }
            state.useCount += 1
            state.entries.values[index].lastUse = state.useCount
            return state.entries.values[index]
        }
    }

    /// Stores a value in place of the key's previous one, then evicts the least recently used values until the limit
    /// is met. A body larger than the limit is not stored.
    private func insert(_ value: any Sendable, of bytes: Data, for key: Key) {
        state.withLock { state in
            if let old = state.entries.removeValue(forKey: key) { state.cost -= old.bytes.count }
            guard bytes.count <= costLimit else { return }
            state.useCount += 1
            state.entries[key] = Entry(bytes: bytes, value: value, lastUse: state.useCount)
            state.cost += bytes.count
            while state.cost > costLimit, let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
                state.cost -= oldest.value.bytes.count
                state.entries[oldest.key] = nil
            }
        }
    }

    var count: Int { state.withLock { $0.entries.count } }
}

extension ClientConfiguration {
    func decoding<Value: Decodable & Sendable>(
        _ type: Value.Type,
        at location: EndpointLocation
    ) -> @Sendable (HTTPResponse) throws -> Value {
        let decoder = ModelDecoder(decodingMode)
        // Without a store, each response is new.
        guard let decodedResponses, store != nil else { return { try decoder.decode(type, from: $0.body) } }
        let key = DecodedResponseCache.Key(type, decodingMode, at: location)
        return { response in
            try decodedResponses.value(of: response.body, for: key) { try decoder.decode(type, from: $0) }
        }
    }
}
