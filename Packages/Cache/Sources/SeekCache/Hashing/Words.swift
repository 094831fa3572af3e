extension UInt64 {
    /// The number with its bits moved up, those that leave it at the top coming in below.
    ///
    /// - Parameter count: 1...63.
    @inline(__always)
    func rotated(by count: UInt64) -> UInt64 {
        self &<< count | self &>> (64 &- count)
    }
}

extension UnsafeRawBufferPointer {
    /// The 8 bytes from an offset on as a number, the least significant first, wherever in memory they begin.
    @inline(__always)
    func word(at offset: Int) -> UInt64 {
        UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}
