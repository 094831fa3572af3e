import Foundation
import SeekNetworking

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The connection configuration of a session, as far as URLSession supports it.
struct SessionConnection: Sendable {
    private let connection: CheckedConnectionConfiguration
    /// The problem that prevents all requests, with what to do; nil if there is none.
    private var problem: String?
    #if canImport(Darwin)
    private let trust: ServerTrust
    private var identities: [String: URLCredential] = [:]
    #endif

    init(_ configuration: URLSessionTransport.Configuration) {
        connection = CheckedConnectionConfiguration(configuration.connection, targetPolicy: configuration.targetPolicy)
        if configuration.session.identifier != nil {
            problem = "a background session cannot send these requests; use a default or an ephemeral one"
        }
        #if canImport(Darwin)
        if case .files(_, .some) = connection.trust {
            problem = "URLSession supports no folder of certificates; use a file"
        }
        trust = ServerTrust(authorities: connection.trustedAuthorities)
        for (host, identity) in connection.identities {
            identities[host] = identity.credential
            guard identities[host] == nil else { continue }
            problem = "the client certificate of \(host) is not a PKCS #12 archive, or its password is wrong"
        }
        #else
        if !connection.isDefault {
            problem = "URLSession on Linux supports no proxy, certificate and key settings; use CurlTransport"
        }
        #endif
    }

    /// Throws an error if the request must not be sent with this configuration.
    func check(_ request: HTTPRequest) throws(NetworkError) {
        try connection.check(request)
        guard let problem else { return }
        throw .transport(.invalidConfiguration(problem), NetworkError.Context(request: request, attempts: 0))
    }

    func apply(to session: URLSessionConfiguration) {
        switch connection.proxy {
        case .system: break
        case .direct: session.connectionProxyDictionary = [:]
        case .server(let server):
            session.connectionProxyDictionary = [
                "HTTPEnable": 1, "HTTPProxy": server.host, "HTTPPort": server.port,
                "HTTPSEnable": 1, "HTTPSProxy": server.host, "HTTPSPort": server.port,
            ]
        }
    }

    #if canImport(Darwin)
    enum Response {
        case credential(URLCredential)
        case systemDefault
        case failure(TransportFailure)
    }

    /// Returns the response to a challenge of a server or of the proxy.
    func response(to challenge: URLAuthenticationChallenge, origin: Origin?) -> Response {
        let space = challenge.protectionSpace
        if space.isProxy() {
            guard case .server(let server) = connection.proxy, let username = server.username else {
                return .systemDefault
            }
            guard challenge.previousFailureCount == 0 else {
                return .failure(.proxyAuthenticationRequired)
            }
            return .credential(URLCredential(user: username, password: server.password, persistence: .none))
        }
        switch space.authenticationMethod {
        case NSURLAuthenticationMethodServerTrust:
            let pins = connection.pins(for: origin)
            guard pins != nil || !connection.trustedAuthorities.isEmpty, let server = space.serverTrust else {
                return .systemDefault
            }
            if let failure = trust.failure(of: server, host: space.host, pins: pins) { return .failure(failure) }
            return .credential(URLCredential(trust: server))
        case NSURLAuthenticationMethodClientCertificate:
            guard let credential = origin.flatMap({ identities[$0.host] }) else { return .systemDefault }
            return .credential(credential)
        default: return .systemDefault
        }
    }
    #endif
}

#if canImport(Darwin)
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
