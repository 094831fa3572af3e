package import SeekBasics

/// A connection configuration in the form in which transports use it: checked, and with normalized hosts.
package struct CheckedConnectionConfiguration: Sendable {
    package let proxy: ProxySelection.Choice
    /// Where the certificates of trusted authorities are.
    package enum Trust: Sendable, Hashable {
        /// In PEM format; no others are trusted.
        case certificates(Data)
        /// Paths; nil for the system's.
        case files(file: String?, folder: String?)
    }

    package let trust: Trust
    /// The certificates of ``Trust/certificates(_:)`` and, on Apple platforms, of the file in DER format.
    package private(set) var trustedAuthorities: [Data] = []
    /// The client identities by normalized host.
    package private(set) var identities: [String: ClientIdentity] = [:]
    /// The digests of pinned keys in Base64 by normalized host.
    private var pins: [String: [String]] = [:]
    /// The problem that prevents all requests, with what to do; nil if there is none.
    private var problem: String?

    private struct Invalid: Error {
        let problem: String
    }

    /// Checks a configuration. If it is not valid, or if a restricting policy is combined with a proxy server,
    /// ``check(_:)`` rejects all requests.
    package init(_ configuration: ConnectionConfiguration, targetPolicy: TargetPolicy = .any) {
        proxy = configuration.proxy.choice
        let (file, folder) = (configuration.certificateFile, configuration.certificateFolder)
        trust = configuration.trustedCertificates.map { .certificates($0) } ?? .files(file: file, folder: folder)
        do throws(Invalid) {
            try Self.check(proxy, targetPolicy: targetPolicy)
            switch trust {
            case .certificates(let certificates):
                guard file == nil, folder == nil else {
                    throw Invalid(problem: "trustedCertificates excludes certificateFile and certificateFolder")
                }
                trustedAuthorities = try Self.authorities(in: certificates)
            case .files(let file, let folder):
                if let file { trustedAuthorities = try Self.authorities(inFile: file) }
                if let folder { try Self.checkFolder(folder) }
            }
            for (name, keys) in configuration.pinnedPublicKeys {
                pins[try Self.host(name, of: "pinnedPublicKeys"), default: []] += try Self.digests(keys, of: name)
            }
            for (name, identity) in configuration.clientIdentities {
                identities[try Self.host(name, of: "clientIdentities")] = identity
            }
        } catch {
            problem = error.problem
        }
    }

    package var isDefault: Bool {
        proxy == .system && trust == .files(file: nil, folder: nil) && identities.isEmpty && pins.isEmpty
            && problem == nil
    }

    /// Returns the digests of the keys that are pinned for the origin's host, in Base64; nil if none are.
    package func pins(for origin: Origin?) -> [String]? {
        pins.isEmpty ? nil : origin.flatMap { pins[$0.host] }
    }

    package func identity(for origin: Origin?) -> ClientIdentity? {
        identities.isEmpty ? nil : origin.flatMap { identities[$0.host] }
    }

    /// Throws an error if the configuration is not valid, or if the request would be sent without TLS to a host with a
    /// pinned key.
    package func check(_ request: HTTPRequest) throws(NetworkError) {
        let context = { NetworkError.Context(request: request, attempts: 0) }
        if let problem { throw .transport(.invalidConfiguration(problem), context()) }
        if let origin = request.origin, origin.scheme != "https", pins(for: origin) != nil {
            throw .transport(.insecure("\(origin.host): its public key is pinned; use https"), context())
        }
    }

    // MARK: Checks

    private static func check(_ proxy: ProxySelection.Choice, targetPolicy: TargetPolicy) throws(Invalid) {
        guard case .server(let server) = proxy else { return }
        guard !targetPolicy.isRestricting else {
            throw Invalid(problem: "a proxy hides the addresses that the target policy restricts; use only one of them")
        }
        guard (1...65535).contains(server.port), normalized(server.host) != nil else {
            throw Invalid(problem: "the proxy must be a host name, without scheme and path, and a port from 1 to 65535")
        }
        guard server.username?.contains(":") != true else {
            throw Invalid(problem: "the proxy's user name must not contain a colon")
        }
    }

    /// Checks a file. On Apple platforms, returns its certificates in DER format; elsewhere, libcurl parses the file.
    private static func authorities(inFile path: String) throws(Invalid) -> [Data] {
        guard let content = try? Data(contentsOf: URL(filePath: path)) else {
            throw Invalid(problem: "the certificate file '\(path)' cannot be read")
        }
        // OpenSSL writes TRUSTED CERTIFICATE for a certificate with the purposes for which it is trusted.
        let starts = ["-----BEGIN CERTIFICATE-----", "-----BEGIN TRUSTED CERTIFICATE-----"]
        guard starts.contains(where: { content.firstRange(of: $0.utf8) != nil }) else {
            throw Invalid(
                problem: "the certificate file '\(path)' contains no certificate in PEM format (BEGIN CERTIFICATE)"
            )
        }
        #if canImport(Darwin)
        return try authorities(in: content)
        #else
        return []
        #endif
    }

    private static func checkFolder(_ paths: String) throws(Invalid) {
        let names = paths.split(separator: ":").flatMap { path in
            (try? FileManager.default.contentsOfDirectory(atPath: String(path))) ?? []
        }
        guard !names.isEmpty else {
            throw Invalid(problem: "the certificate folder '\(paths)' cannot be read, or is empty")
        }
        // Such as 3513523f.0, the hash of the subject.
        guard names.contains(where: { $0.wholeMatch(of: /[0-9a-f]{8}\.[0-9]+/) != nil }) else {
            throw Invalid(
                problem: "the certificate folder '\(paths)' has no hashed names; run: openssl rehash \(paths)"
            )
        }
    }

    /// Returns the certificates of a PEM file in DER format.
    private static func authorities(in pem: Data) throws(Invalid) -> [Data] {
        // The textual encoding of certificates (RFC 7468). Spaces, line ends and text between certificates are ignored.
        let text = String(decoding: pem, as: UTF8.self)
        var certificates: [Data] = []
        for section in text.split(separator: "-----BEGIN CERTIFICATE-----", omittingEmptySubsequences: false)
            .dropFirst()
        {
            guard let end = section.firstRange(of: "-----END CERTIFICATE-----")?.lowerBound,
                let certificate = Data(base64Encoded: section[..<end].filter { !$0.isWhitespace })
            else {
                throw Invalid(
                    problem:
                        "trustedCertificates contains a certificate that is incomplete or not Base64; export it again"
                )
            }
            certificates.append(certificate)
        }
        guard !certificates.isEmpty else {
            throw Invalid(problem: "trustedCertificates contains no certificate in PEM format (BEGIN CERTIFICATE)")
        }
        return certificates
    }

    private static func host(_ name: String, of dictionary: String) throws(Invalid) -> String {
        guard let host = normalized(name) else {
            throw Invalid(
                problem: "'\(name)' in \(dictionary) is not a host name; write it without scheme, port and path"
            )
        }
        return host
    }

    /// Returns a host name or an IP address in the form of ``Origin/host``; nil if the string is neither.
    private static func normalized(_ name: String) -> String? {
        let isAddress = name.utf8.contains(UInt8(ascii: ":")) && !name.hasPrefix("[")
        guard let url = URL(string: isAddress ? "https://[\(name)]/" : "https://\(name)/"),
            url.path(percentEncoded: true) == "/", url.port == nil, url.user() == nil, url.query() == nil,
            let origin = Origin(url), origin.hostProblem == nil
        else { return nil }
        return origin.host
    }

    private static func digests(_ keys: [String], of host: String) throws(Invalid) -> [String] {
        guard !keys.isEmpty else {
            throw Invalid(problem: "no key is pinned for \(host); remove the host from pinnedPublicKeys, or add a key")
        }
        var digests: [String] = []
        for key in keys {
            let digest = key.hasPrefix(PublicKeyPin.prefix) ? String(key.dropFirst(PublicKeyPin.prefix.count)) : key
            guard Data(base64Encoded: digest)?.count == PublicKeyPin.digestSize else {
                throw Invalid(
                    problem: "a pinned key of \(host) is not a SHA-256 digest in Base64, 44 characters long, "
                        + "with or without the prefix sha256//"
                )
            }
            digests.append(digest)
        }
        return digests
    }
}
