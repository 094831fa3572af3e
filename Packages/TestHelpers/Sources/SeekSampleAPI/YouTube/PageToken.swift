/// Page tokens: where a page starts, bound to the search it belongs to. Clients must not look inside.
enum PageToken {
    /// The token of the page that starts at an offset.
    static func token(offset: Int, fingerprint: UInt64) -> String {
        let place = UInt64(UInt16(truncatingIfNeeded: offset))
        let number = place << 32 | (fingerprint ^ place &* 0x9E37_79B9) & 0xFFFF_FFFF
        return "C" + String(number, radix: 36).uppercased() + "QAA"
    }

    /// Where the page starts, or nil where the token was not made for this search.
    static func offset(of token: String, fingerprint: UInt64) -> Int? {
        guard token.hasPrefix("C"), token.hasSuffix("QAA"),
            let number = UInt64(token.dropFirst().dropLast(3), radix: 36)
        else { return nil }
        let offset = Int(truncatingIfNeeded: number >> 32 & 0xFFFF)
        return self.token(offset: offset, fingerprint: fingerprint) == token ? offset : nil
    }
}
