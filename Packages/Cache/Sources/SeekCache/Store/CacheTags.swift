/// The encoding of the tags of an entry: sorted, each as its length (32 bits, little-endian) and its UTF-8 bytes.
enum CacheTags {
    /// Returns the encoded tags; nil if there are none. The encoding does not depend on the order of the set.
    static func encode(_ tags: Set<String>) throws(CacheError) -> [UInt8]? {
        if tags.isEmpty { return nil }
        let size = tags.reduce(0) { $0 + lengthSize + $1.utf8.count }
        if size > CacheError.tagLimit { throw .tagsTooLong(bytes: size) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size)
        for tag in tags.map(KeyBytes.init).sorted() {
            withUnsafeBytes(of: UInt32(tag.text.utf8.count).littleEndian) { bytes.append(contentsOf: $0) }
            bytes.append(contentsOf: tag.text.utf8)
        }
        return bytes
    }

    /// Returns the decoded tags; nil if the bytes are not a valid encoding.
    static func decode(_ bytes: UnsafeRawBufferPointer) -> Set<String>? {
        guard bytes.count <= CacheError.tagLimit else { return nil }
        var tags: Set<String> = []
        var offset = 0
        while offset < bytes.count {
            guard offset + lengthSize <= bytes.count else { return nil }
            let length = Int(
                clamping: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            )
            offset += lengthSize
            guard length <= bytes.count - offset else { return nil }
            guard let tag = String(validating: bytes[offset..<offset + length], as: UTF8.self) else { return nil }
            tags.insert(tag)
            offset += length
        }
        return tags
    }

    private static let lengthSize = 4
}

extension Set<String> {
    /// Returns whether the set contains a tag, compared by its bytes.
    func containsTag(_ tag: String) -> Bool {
        !isEmpty && contains { KeyBytes($0) == KeyBytes(tag) }
    }
}
