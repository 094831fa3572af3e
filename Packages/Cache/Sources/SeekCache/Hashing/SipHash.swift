/// SipHash (Aumasson and Bernstein, 2012, https://www.aumasson.jp/siphash/siphash.pdf): a hash under a secret, so that nobody can
/// choose keys that all hash to the same.
///
/// Swift's `Hasher` is SipHash-1-3 as well. It takes bytes through a call for each step: two thirds more instructions for a key of
/// 30 bytes.
struct SipHash: Sendable {
    private let key: (UInt64, UInt64)

    /// Makes the hash of a secret.
    init(key: (UInt64, UInt64)) { self.key = key }

    /// Makes a hash that nobody else has.
    static func random() -> SipHash { SipHash(key: (.random(in: 0 ... .max), .random(in: 0 ... .max))) }

    /// The hash of bytes; with 1 and 3 rounds the one that Swift, Rust and others look things up by.
    @inline(__always)
    func hash(_ bytes: UnsafeRawBufferPointer, compressions: Int = 1, finalizations: Int = 3) -> UInt64 {
        var state = State(key)
        let rest = bytes.count & 7
        let whole = bytes.count - rest
        var offset = 0
        while offset < whole {
            state.add(bytes.word(at: offset), compressions)
            offset += 8
        }
        var last = UInt64(truncatingIfNeeded: bytes.count) << 56
        if whole > 0, rest > 0 {
            // The last 8 bytes, without those that were in the word before.
            last |= bytes.word(at: bytes.count - 8) >> UInt64(8 * (8 - rest))
        } else {
            for index in 0..<rest { last |= UInt64(bytes[index]) << UInt64(8 * index) }
        }
        state.add(last, compressions)
        return state.finish(finalizations)
    }

    private struct State {
        private var v0: UInt64
        private var v1: UInt64
        private var v2: UInt64
        private var v3: UInt64

        @inline(__always)
        init(_ key: (UInt64, UInt64)) {
            v0 = key.0 ^ 0x736f_6d65_7073_6575
            v1 = key.1 ^ 0x646f_7261_6e64_6f6d
            v2 = key.0 ^ 0x6c79_6765_6e65_7261
            v3 = key.1 ^ 0x7465_6462_7974_6573
        }

        @inline(__always)
        mutating func add(_ word: UInt64, _ rounds: Int) {
            v3 ^= word
            for _ in 0..<rounds { round() }
            v0 ^= word
        }

        @inline(__always)
        mutating func finish(_ rounds: Int) -> UInt64 {
            v2 ^= 0xff
            for _ in 0..<rounds { round() }
            return v0 ^ v1 ^ v2 ^ v3
        }

        @inline(__always)
        private mutating func round() {
            v0 &+= v1
            v1 = v1.rotated(by: 13) ^ v0
            v0 = v0.rotated(by: 32)
            v2 &+= v3
            v3 = v3.rotated(by: 16) ^ v2
            v0 &+= v3
            v3 = v3.rotated(by: 21) ^ v0
            v2 &+= v1
            v1 = v1.rotated(by: 17) ^ v2
            v2 = v2.rotated(by: 32)
        }
    }
}
