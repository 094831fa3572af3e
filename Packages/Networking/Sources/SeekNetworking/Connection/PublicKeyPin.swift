package import SeekBasics

/// The digest of a certificate's public key, which identifies the key (RFC 7469 §2.4).
package enum PublicKeyPin {
    /// The prefix of a digest in an argument of `curl --pinnedpubkey`.
    package static let prefix = "sha256//"
    /// The size of a SHA-256 digest in bytes.
    static let digestSize = 32

    /// Returns the SHA-256 digest of a certificate's `SubjectPublicKeyInfo` in Base64; nil if the bytes are not a
    /// certificate in DER format.
    package static func digest(ofCertificate certificate: Data) -> String? {
        guard let info = publicKeyInfo(ofCertificate: [UInt8](certificate)) else { return nil }
        let bytes = SHA256.hash(Array(info)).flatMap { word in withUnsafeBytes(of: word.bigEndian, Array.init) }
        return Data(bytes).base64EncodedString()
    }

    /// Returns the `SubjectPublicKeyInfo` of a certificate with its tag and length (RFC 5280 §4.1).
    private static func publicKeyInfo(ofCertificate bytes: [UInt8]) -> ArraySlice<UInt8>? {
        var certificate = DERReader(bytes[...])
        guard var outer = certificate.next(DERReader.sequence).map({ DERReader($0.content) }),
            var fields = outer.next(DERReader.sequence).map({ DERReader($0.content) })
        else { return nil }
        // The version is optional. Serial number, signature algorithm, issuer, validity and subject precede the key.
        _ = fields.next(DERReader.version)
        for _ in 0..<5 { guard fields.next() != nil else { return nil } }
        return fields.next(DERReader.sequence)?.whole
    }
}

/// Reads the elements of ASN.1 in DER format (X.690), one after another.
private struct DERReader {
    struct Element {
        let content: ArraySlice<UInt8>
        /// The content with its tag and length.
        let whole: ArraySlice<UInt8>
    }

    static let sequence: UInt8 = 0x30
    /// The tag of the version of a certificate: `[0] EXPLICIT`.
    static let version: UInt8 = 0xA0

    private var remaining: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { remaining = bytes }

    /// Reads the next element; nil if there is none, if it is not complete, or if it does not have the tag.
    mutating func next(_ tag: UInt8? = nil) -> Element? {
        var bytes = remaining
        guard let first = bytes.popFirst(), tag == nil || first == tag, let length = Self.length(&bytes),
            length <= bytes.count
        else { return nil }
        let content = bytes.prefix(length)
        let whole = remaining[remaining.startIndex..<content.endIndex]
        remaining = bytes.dropFirst(length)
        return Element(content: content, whole: whole)
    }

    private static func length(_ bytes: inout ArraySlice<UInt8>) -> Int? {
        guard let first = bytes.popFirst() else { return nil }
        guard first >= 0x80 else { return Int(first) }
        let count = Int(first & 0x7F)
        // The number of bytes of the length: no certificate needs more than three, and zero means an indefinite length,
        // which DER forbids.
        guard (1...3).contains(count), bytes.count >= count else { return nil }
        defer { bytes = bytes.dropFirst(count) }
        return bytes.prefix(count).reduce(0) { $0 << 8 | Int($1) }
    }
}
