import SeekBasics
@_spi(Seek) import SeekCache
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

    private let entries: BoundedCache<Key, Entry>

    /// Creates an empty cache. 8 MiB hold about 200 pages of 50 videos.
    public init(costLimit: Int = 8 << 20) {
        self.costLimit = costLimit
        entries = BoundedCache(costLimit: costLimit)
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
    }

    /// Returns the cached value for these bytes, or calls `make` and caches its result. An error is not cached.
    func value<Value: Sendable>(of bytes: Data, for key: Key, make: (Data) throws -> Value) rethrows -> Value {
        if let entry = entries.value(for: key), entry.bytes == bytes, let value = entry.value as? Value { return value }
        let value = try make(bytes)
        entries.insert(Entry(bytes: bytes, value: value), for: key, cost: bytes.count)
        return value
    }

    var count: Int { entries.count }
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
