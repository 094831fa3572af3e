import SeekBasics

extension KeyedEncodingContainer {
    /// Encodes a date as an RFC 3339 string, with its fraction. Nil is omitted.
    mutating func encode(date: Date?, forKey key: Key) throws {
        try encodeIfPresent(date.map(RFC3339.fractionalString), forKey: key)
    }

    /// Encodes a count as a string, as YouTube sends most of them. Nil is omitted.
    mutating func encode(count: Int64?, forKey key: Key) throws {
        try encodeIfPresent(count.map(String.init), forKey: key)
    }
}
