/// The 64-bit [FNV-1a](http://www.isthe.com/chongo/tech/comp/fnv/) hash function.
///
/// Unlike `Hasher`, it returns the same value in every process. It is not cryptographically secure.
public enum FNV1a {
    /// The standard offset basis.
    public static let basis: UInt64 = 0xcbf2_9ce4_8422_2325

    /// Returns the hash of a sequence of bytes.
    ///
    /// - Parameter basis: The initial value. A different value yields a different hash of the same bytes.
    public static func hash(_ bytes: some Sequence<UInt8>, basis: UInt64 = basis) -> UInt64 {
        bytes.reduce(basis) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
