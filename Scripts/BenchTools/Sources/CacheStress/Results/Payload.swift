import Foundation
import SeekTestHelpers

/// The values of stress tests, derived from a key's number and a version so that every byte can be checked.
enum Payload {
    /// Returns the value of a version: 16 bytes with both numbers, followed by `size` bytes derived from them. If
    /// `size` is nil, it is derived as well: from 0 to 60,000, so that disk stores write some of the values to files.
    static func make(_ number: Int, _ version: Int, size: Int? = nil) -> Data {
        var state = SeededGenerator(seed: UInt64(number) &* 1_000_003 &+ UInt64(version))
        let sizes = [0, 100, 4_096, 20_000, 32_768, 32_769, 60_000]
        // Drawn even if the size is given, so that the same random words follow in both cases.
        let drawn = sizes[Int(state.next() % UInt64(sizes.count))]
        let count = size ?? drawn
        var words = [UInt64(number).littleEndian, UInt64(version).littleEndian]
        words.reserveCapacity(count / 8 + 3)
        while words.count < count / 8 + 3 { words.append(state.next()) }
        return words.withUnsafeBytes { Data($0.prefix(count + 16)) }
    }

    /// Returns the version of a value, or nil if the value is corrupt or belongs to another number.
    static func version(of data: Data, _ number: Int) -> Int? {
        guard data.count >= 16 else { return nil }
        let words = data.withUnsafeBytes { bytes in
            [0, 8].map { UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: UInt64.self)) }
        }
        guard words[0] == UInt64(number), let version = Int(exactly: words[1]) else { return nil }
        return data == make(number, version, size: data.count - 16) ? version : nil
    }
}
