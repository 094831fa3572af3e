import SeekBasics
import SeekModels
import SeekNetworking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Values made of answers, so that an answer which serves again is not decoded again.
///
/// A value serves for the very bytes it was made of, and for no others: whatever the HTTP cache says is the answer, this is its value.
/// So it is never staler than the cache, and what one key was shown is not shown to another.
public final class DecodedResponseCache: Sendable {
    /// What is kept at the most, in bytes of the answers. Values are about as large.
    public let costLimit: Int

    private let state = Mutex(State())

    /// Makes an empty collection; 8 MiB are some 200 pages of 50 videos.
    public init(costLimit: Int = 8 << 20) {
        self.costLimit = costLimit
    }

    /// What an answer is looked up by: where it is from, and what is made of it.
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
        var lastUse: Int
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var cost = 0
        var uses = 0
    }

    /// The value made of these bytes before, or made now.
    func value<Value: Sendable>(of bytes: Data, for key: Key, make: (Data) throws -> Value) rethrows -> Value {
        // Compared outside of the lock.
        if let entry = entry(for: key), entry.bytes == bytes, let value = entry.value as? Value { return value }
        let value = try make(bytes)
        keep(value, of: bytes, for: key)
        return value
    }

    private func entry(for key: Key) -> Entry? {
        state.withLock { state in
            guard let index = state.entries.index(forKey: key) else { return nil }
            state.uses += 1
            state.entries.values[index].lastUse = state.uses
            return state.entries.values[index]
        }
    }

    /// Keeps a value in place of the one that was there, and lets go of those used least recently.
    private func keep(_ value: any Sendable, of bytes: Data, for key: Key) {
        state.withLock { state in
            if let old = state.entries.removeValue(forKey: key) { state.cost -= old.bytes.count }
            guard bytes.count <= costLimit else { return }
            state.uses += 1
            state.entries[key] = Entry(bytes: bytes, value: value, lastUse: state.uses)
            state.cost += bytes.count
            while state.cost > costLimit, let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
                state.cost -= oldest.value.bytes.count
                state.entries[oldest.key] = nil
            }
        }
    }

    /// How many values there are.
    var count: Int { state.withLock { $0.entries.count } }
}

extension ClientConfiguration {
    /// Makes a model of an answer's body; of an equal body from the same place only once.
    func decoding<Value: Decodable & Sendable>(
        _ type: Value.Type,
        at location: EndpointLocation
    ) -> @Sendable (HTTPResponse) throws -> Value {
        let decoder = ModelDecoder(decodingMode)
        // Without a store no answer serves again.
        guard let decodedResponses, store != nil else { return { try decoder.decode(type, from: $0.body) } }
        let key = DecodedResponseCache.Key(type, decodingMode, at: location)
        return { response in
            try decodedResponses.value(of: response.body, for: key) { try decoder.decode(type, from: $0) }
        }
    }
}
