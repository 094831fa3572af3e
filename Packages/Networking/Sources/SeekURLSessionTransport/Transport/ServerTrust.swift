#if canImport(Darwin)
import Foundation
import SeekNetworking

struct ServerTrust: Sendable {
    /// The certificates of trusted authorities in DER format; if empty, the system's are trusted.
    let authorities: [Data]

    /// Returns why a server is not trusted, or nil if it is. `pins` are the digests of the accepted public keys in
    /// Base64; nil accepts any key.
    func failure(of trust: SecTrust, host: String, pins: [String]?) -> TransportFailure? {
        if !authorities.isEmpty {
            let anchors = authorities.compactMap { SecCertificateCreateWithData(nil, $0 as CFData) }
            guard anchors.count == authorities.count,
                SecTrustSetAnchorCertificates(trust, anchors as CFArray) == errSecSuccess,
                SecTrustSetAnchorCertificatesOnly(trust, true) == errSecSuccess
            else { return .invalidConfiguration("trustedCertificates contains data that is not a certificate") }
        }
        var error: CFError?
        guard SecTrustEvaluateWithError(trust, &error) else {
            let reason = error.map { ($0 as any Error).localizedDescription } ?? "the certificate is not trusted"
            return .insecure("\(host): \(reason)")
        }
        guard let pins else { return nil }
        let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate]
        let digest = chain?.first.flatMap { PublicKeyPin.digest(ofCertificate: SecCertificateCopyData($0) as Data) }
        return digest.map(pins.contains) == true ? nil : .publicKeyNotPinned(host: host)
    }
}

extension ClientIdentity {
    /// The identity for URLSession; nil if the archive or its password is not valid.
    var credential: URLCredential? {
        var items: CFArray?
        let options = [kSecImportExportPassphrase as String: password] as CFDictionary
        guard SecPKCS12Import(pkcs12 as CFData, options, &items) == errSecSuccess,
            let entry = (items as? [[String: Any]])?.first, let value = entry[kSecImportItemIdentity as String]
        else { return nil }
        // A conditional cast to a type of CoreFoundation does not compile, because it always succeeds.
        // swift-format-ignore: NeverForceUnwrap
        let identity = value as! SecIdentity
        let chain = entry[kSecImportItemCertChain as String] as? [SecCertificate] ?? []
        return URLCredential(identity: identity, certificates: Array(chain.dropFirst()), persistence: .none)
    }
}
#endif
