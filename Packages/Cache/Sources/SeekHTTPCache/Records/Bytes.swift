import SeekBasics

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
