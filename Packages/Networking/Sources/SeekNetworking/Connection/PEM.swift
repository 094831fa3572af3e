#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The textual encoding of certificates (RFC 7468).
enum PEM {
    private static let begin = "-----BEGIN CERTIFICATE-----"
    private static let end = "-----END CERTIFICATE-----"

    /// Returns the certificates of a PEM file in DER format; nil if one of them is not valid Base64 or has no end line.
    static func certificates(in pem: Data) -> [Data]? {
        var certificates: [Data] = []
        var base64: String?
        for line in String(decoding: pem, as: UTF8.self).split(whereSeparator: \.isNewline) {
            switch line {
            case begin: base64 = ""
            case end:
                guard let certificate = base64.flatMap({ Data(base64Encoded: $0) }) else { return nil }
                certificates.append(certificate)
                base64 = nil
            default: base64?.append(contentsOf: line)
            }
        }
        return base64 == nil ? certificates : nil
    }
}
