/// The 64-bit [FNV-1a](http://www.isthe.com/chongo/tech/comp/fnv/) hash function.
///
/// Unlike `Hasher`, it returns the same value in every process. It is not cryptographically secure.
public enum FNV1a {
    /// Returns the hash of a sequence of bytes.
    public static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
