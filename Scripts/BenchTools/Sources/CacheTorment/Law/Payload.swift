import Foundation
import SeekTestHelpers

/// The values torments put: made from a key's number and a version, and so known again byte for byte.
enum Payload {
    /// The value of a version: 16 bytes that tell both numbers, and others that follow from them; up to 60,000, some of
    /// which a disk store keeps in files.
    static func make(_ number: Int, _ version: Int, size: Int? = nil) -> Data {
        var state = SeededGenerator(seed: UInt64(number) &* 1_000_003 &+ UInt64(version))
        let sizes = [0, 100, 4_096, 20_000, 32_768, 32_769, 60_000]
        // Drawn even where it is given: the bytes must be those of the same version whoever asks for them.
        let drawn = sizes[Int(state.next() % UInt64(sizes.count))]
        let count = size ?? drawn
        var words = [UInt64(number).littleEndian, UInt64(version).littleEndian]
        words.reserveCapacity(count / 8 + 3)
        while words.count < count / 8 + 3 { words.append(state.next()) }
        return words.withUnsafeBytes { Data($0.prefix(count + 16)) }
    }

    /// The version whose value of a key's number these bytes are; nil where they are none.
    static func version(of data: Data, _ number: Int) -> Int? {
        guard data.count >= 16 else { return nil }
        let words = data.withUnsafeBytes { bytes in
            [0, 8].map { UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: UInt64.self)) }
        }
        guard words[0] == UInt64(number), let version = Int(exactly: words[1]) else { return nil }
        return data == make(number, version, size: data.count - 16) ? version : nil
    }
}
