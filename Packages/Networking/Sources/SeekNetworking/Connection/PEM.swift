import SeekBasics

/// The textual encoding of certificates (RFC 7468).
enum PEM {
    /// Returns the certificates of a PEM file in DER format; nil if one of them is not valid Base64 or has no end line.
    /// Spaces, line ends and text between certificates are ignored.
    static func certificates(in pem: Data) -> [Data]? {
        var certificates: [Data] = []
        let sections = String(decoding: pem, as: UTF8.self).split(
            separator: "-----BEGIN CERTIFICATE-----",
            omittingEmptySubsequences: false
        )
        for section in sections.dropFirst() {
            guard let end = section.firstRange(of: "-----END CERTIFICATE-----")?.lowerBound,
                let certificate = Data(base64Encoded: section[..<end].filter { !$0.isWhitespace })
            else { return nil }
            certificates.append(certificate)
        }
        return certificates
    }
}
