/// Page tokens: the offset of a page, bound to its search. They are opaque to clients.
enum PageToken {
    /// Returns the token of the page that starts at an offset.
    static func token(offset: Int, fingerprint: UInt64) -> String {
        let place = UInt64(UInt16(truncatingIfNeeded: offset))
        let number = place << 32 | (fingerprint ^ place &* 0x9E37_79B9) & 0xFFFF_FFFF
        return "C" + String(number, radix: 36).uppercased() + "QAA"
    }

    /// Returns the offset of the page; nil if the token belongs to another search.
    static func offset(of token: String, fingerprint: UInt64) -> Int? {
        guard token.hasPrefix("C"), token.hasSuffix("QAA"),
            let number = UInt64(token.dropFirst().dropLast(3), radix: 36)
        else { return nil }
        let offset = Int(truncatingIfNeeded: number >> 32 & 0xFFFF)
        return self.token(offset: offset, fingerprint: fingerprint) == token ? offset : nil
    }
}
