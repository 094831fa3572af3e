#if os(Linux)
import CLibcurl
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import SeekNetworking

/// Sets the options of libcurl that a connection configuration requires.
///
/// libcurl does not copy certificates and archives, so this object must outlive the transfers that use them.
final class ConnectionOptions {
    private let connection: CheckedConnection
    private let usesSystemProxy: Bool
    private let trustedCertificates: Bytes?
    private let identities: [String: (archive: Bytes, password: String)]
    /// Whether a connection's address may be a proxy's and not the target's.
    let mayUseProxy: Bool

    init(_ connection: CheckedConnection, targetPolicy: TargetPolicy) {
        self.connection = connection
        // A proxy hides the address of the target, to which the policy applies.
        usesSystemProxy = connection.proxy == .system && !targetPolicy.isRestricting
        mayUseProxy =
            switch connection.proxy {
            case .system: usesSystemProxy && CurlTransport.Configuration.environmentNamesProxy
            case .direct: false
            case .server: true
            }
        trustedCertificates = connection.trustedCertificates.map(Bytes.init)
        identities = connection.identities.mapValues { (Bytes($0.pkcs12), $0.password) }
    }

    /// Sets the options for a request to an origin. Returns the first failure: a request must not be sent unless all of
    /// them are set.
    func apply(for origin: Origin?, to easy: EasyHandle) -> CURLcode {
        let steps = [applyProxy, applyTrustedCertificates, applyPins, applyIdentity]
        for step in steps {
            let status = step(origin, easy)
            guard status == CURLE_OK else { return status }
        }
        return CURLE_OK
    }

    private func applyProxy(for _: Origin?, to easy: EasyHandle) -> CURLcode {
        guard case .server(let server) = connection.proxy else {
            return usesSystemProxy ? CURLE_OK : easy.set(CURLOPT_PROXY, "")
        }
        var options = [(CURLOPT_PROXY, "http://\(server.host):\(server.port)"), (CURLOPT_NOPROXY, "")]
        if let username = server.username {
            options += [(CURLOPT_PROXYUSERNAME, username), (CURLOPT_PROXYPASSWORD, server.password)]
        }
        for (option, value) in options {
            let status = easy.set(option, value)
            guard status == CURLE_OK else { return status }
        }
        return CURLE_OK
    }

    private func applyTrustedCertificates(for _: Origin?, to easy: EasyHandle) -> CURLcode {
        guard let bytes = trustedCertificates?.buffer else { return CURLE_OK }
        return seek_curl_set_trusted_certificates(easy.pointer, bytes.baseAddress, bytes.count)
    }

    private func applyPins(for origin: Origin?, to easy: EasyHandle) -> CURLcode {
        guard let pins = connection.pins(for: origin) else { return CURLE_OK }
        return easy.set(CURLOPT_PINNEDPUBLICKEY, pins.map { PublicKeyPin.prefix + $0 }.joined(separator: ";"))
    }

    private func applyIdentity(for origin: Origin?, to easy: EasyHandle) -> CURLcode {
        guard !identities.isEmpty, let identity = origin.flatMap({ identities[$0.host] }) else { return CURLE_OK }
        let bytes = identity.archive.buffer
        return seek_curl_set_client_identity(easy.pointer, bytes.baseAddress, bytes.count, identity.password)
    }
}

/// A copy of bytes whose address does not change.
private final class Bytes {
    let buffer: UnsafeRawBufferPointer

    init(_ data: Data) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(data.count, 1), alignment: 1)
        copy.copyBytes(from: data)
        buffer = UnsafeRawBufferPointer(rebasing: copy.prefix(data.count))
    }

    deinit { buffer.deallocate() }
}
#endif
