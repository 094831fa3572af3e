#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The content of a file store's file: a head of fixed size, then tags, key and value.
struct FileRecord {
    /// What stands before the value, and can be read without it.
    struct Head {
        var version: UInt64
        var stored: Double
        var expires: Double?
        var checksum: UInt64
        var key: KeyBytes
        var tags: [UInt8]?
        var size: Int
        /// Where the value begins.
        var offset: Int
    }

    /// "SeekFS" and the number of the format.
    private static let mark: UInt64 = 0x0001_5346_6B65_6553
    private static let headSize = 64

    /// A file's content.
    static func encode(
        _ value: Data,
        for key: KeyBytes,
        version: UInt64,
        stored: Double,
        expires: Double?,
        tags: [UInt8]?
    ) -> Data {
        let words: [UInt64] = [
            mark, version, stored.bitPattern, (expires ?? .nan).bitPattern,
            DiskRow.checksum(key: key, stored: stored, expires: expires, tags: tags, value: value),
            UInt64(tags?.count ?? 0), UInt64(key.text.utf8.count), UInt64(value.count),
        ]
        var data = Data(capacity: headSize + (tags?.count ?? 0) + key.text.utf8.count + value.count)
        for word in words { withUnsafeBytes(of: word.littleEndian) { data.append(contentsOf: $0) } }
        if let tags { data.append(contentsOf: tags) }
        data.append(contentsOf: key.text.utf8)
        data.append(value)
        return data
    }

    /// How much of a file has to be read for its head, its tags and its key to be there, whatever they are.
    static let longestHead = headSize + CacheError.tagLimit + CacheError.keyLimit

    /// What the beginning of a file tells; nil where it is not as it was written.
    static func head(of data: Data) -> Head? {
        data.withUnsafeBytes { bytes in
            guard bytes.count >= headSize, word(bytes, 0) == mark else { return nil }
            let sizes = (5...7).map { Int(clamping: word(bytes, $0)) }
            let limits = [CacheError.tagLimit, CacheError.keyLimit, DiskOptions.longestValue]
            guard zip(sizes, limits).allSatisfy({ $0 <= $1 }) else { return nil }
            let (keyStart, end) = (headSize + sizes[0], headSize + sizes[0] + sizes[1])
            guard end <= bytes.count, let key = String(validating: bytes[keyStart..<end], as: UTF8.self) else {
                return nil
            }
            let expires = Double(bitPattern: word(bytes, 3))
            return Head(
                version: word(bytes, 1),
                stored: Double(bitPattern: word(bytes, 2)),
                expires: expires.isNaN ? nil : expires,
                checksum: word(bytes, 4),
                key: KeyBytes(key),
                tags: sizes[0] == 0 ? nil : Array(bytes[headSize..<keyStart]),
                size: sizes[2],
                offset: end
            )
        }
    }

    private static func word(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> UInt64 {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
    }
}

extension FileRecord.Head {
    /// The value in a whole file, where it is the one that was put with this head; else nil.
    func value(in data: Data) -> Data? {
        guard data.count - offset == size else { return nil }
        let value = data.dropFirst(offset)
        return checksum == DiskRow.checksum(key: key, stored: stored, expires: expires, tags: tags, value: value)
            ? Data(value) : nil
    }

    var tagSet: Set<String> { tags.flatMap { $0.withUnsafeBytes(CacheTags.decode) } ?? [] }
}
