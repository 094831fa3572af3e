#if os(Linux)
import CLibcurl
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import SeekNetworking

/// Sets the options of libcurl that a request and a configuration require.
enum CurlOptions {
    /// The size of the receive buffer in bytes. libcurl allocates one for each transfer: its own 16 KiB means twice the reads of a page
    /// of results; of 64 KiB, malloc gave the pages back to the system and asked for them again, five times a request.
    private static let bufferSize = 32 * 1024

    /// Fields that are the transport's to set (RFC 9110 §7.2, §8.6; RFC 9112 §6.1).
    private static let ownFields: Set<String> = ["host", "content-length", "transfer-encoding", "expect"]

    /// Why a request cannot be sent, beyond what every transport refuses; nil where it can.
    static func refusal(of request: HTTPRequest) -> String? {
        guard request.method == .head, request.body?.isEmpty == false else { return nil }
        return "a HEAD request carries no body"
    }

    /// The header lines to send, as libcurl wants them: an empty value is written `Name;`, and `Name:` keeps libcurl from
    /// adding a field of its own.
    static func headerLines(of request: HTTPRequest) -> [String] {
        var lines = request.headerFields
            .filter { !ownFields.contains($0.name.canonicalName) }
            .map { field in
                let value = field.value.drop { $0 == " " || $0 == "\t" }
                return value.isEmpty ? "\(field.name.rawName);" : "\(field.name.rawName): \(value)"
            }
        guard body(of: request) != nil else { return lines }
        lines.append("Expect:")
        if request.headerFields[.contentType] == nil { lines.append("Content-Type:") }
        return lines
    }

    /// The body to send; an empty one where the method is expected to have one (RFC 9110 §8.6), else nil.
    static func body(of request: HTTPRequest) -> Data? {
        switch request.method {
        case .head: nil
        case .post, .put, .patch: request.body ?? Data()
        default: request.body
        }
    }

    /// Sets all options of a request on a handle that was reset. Returns an error if libcurl rejects the URL or is out of memory.
    static func apply(
        _ request: HTTPRequest,
        _ configuration: CurlTransport.Configuration,
        to easy: EasyHandle
    ) -> CURLcode {
        applyConnection(configuration, to: easy)
        // Further requests wait for the first one's handshake, which tells whether they can share its connection (HTTP/2).
        // Without TLS they would wait for its whole answer.
        easy.set(CURLOPT_PIPEWAIT, request.origin?.scheme == "https")
        let status = easy.set(CURLOPT_URL, request.url.absoluteString)
        guard status == CURLE_OK else { return status }
        guard easy.setHeaderLines(headerLines(of: request)) else { return CURLE_OUT_OF_MEMORY }
        return applyMethod(of: request, to: easy)
    }

    private static func applyMethod(of request: HTTPRequest, to easy: EasyHandle) -> CURLcode {
        if request.method == .head { return easy.set(CURLOPT_NOBODY, true) }
        let body = body(of: request)
        if request.method == .get, body == nil { return CURLE_OK }
        if let body {
            let status = easy.setBody(body)
            guard status == CURLE_OK else { return status }
        }
        // Last: libcurl sets a method of its own with the body.
        return easy.set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    }

    /// Options that do not depend on the request. One that an older libcurl does not know is left at its default.
    private static func applyConnection(_ configuration: CurlTransport.Configuration, to easy: EasyHandle) {
        _ = seek_curl_allow_http_only(easy.pointer)
        _ = seek_curl_end_without_resolver(easy.pointer)
        easy.set(CURLOPT_NOSIGNAL, true)
        easy.set(CURLOPT_FOLLOWLOCATION, false)
        easy.set(CURLOPT_SSL_VERIFYPEER, true)
        easy.set(CURLOPT_SSL_VERIFYHOST, 2)
        easy.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        easy.set(CURLOPT_PATH_AS_IS, true)
        if configuration.decodesContent { easy.set(CURLOPT_ACCEPT_ENCODING, "") }
        easy.set(CURLOPT_BUFFERSIZE, bufferSize)
        easy.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, true)
        easy.set(CURLOPT_CONNECTTIMEOUT_MS, Int(max(configuration.connectTimeout.millisecondsRoundedUp, 1)))
        if let file = configuration.certificateAuthorityFile { easy.set(CURLOPT_CAINFO, file) }
        if !configuration.mayUseProxy { easy.set(CURLOPT_PROXY, "") }
    }
}
#endif
