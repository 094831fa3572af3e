#if os(Linux)
import CLibcurl
import SeekBasics
import SeekNetworking

/// Sets the options of libcurl that a request and a configuration require.
enum CurlOptions {
    /// The size of the receive buffer in bytes, which libcurl allocates for each transfer. With its default of 16 KiB,
    /// a page of results takes twice as many reads. The memory of buffers of 64 KiB would be returned to the system
    /// after each transfer.
    private static let bufferSize = 32 * 1024

    /// Returns the header lines in libcurl's syntax: `Name;` is a field with an empty value, and `Name:` suppresses a
    /// field that libcurl would add.
    static func headerLines(of request: HTTPRequest, decodesContent: Bool = true) -> [String] {
        var lines = request.fieldsToSend.map { field in
            let value = field.value.drop { $0 == " " || $0 == "\t" }
            return value.isEmpty ? "\(field.name.rawName);" : "\(field.name.rawName): \(value)"
        }
        if decodesContent, request.headerFields[.acceptEncoding] == nil {
            lines.append("Accept-Encoding: \(ContentDecoder.acceptedCodings)")
        }
        guard request.bodyToSend != nil else { return lines }
        lines.append("Expect:")
        if request.headerFields[.contentType] == nil { lines.append("Content-Type:") }
        return lines
    }

    /// Sets all options on a handle that was reset. Throws the failure of a required option.
    static func apply(
        _ request: HTTPRequest,
        _ configuration: CurlTransport.Configuration,
        _ connection: ConnectionOptions,
        to easy: EasyHandle
    ) throws(CurlFailure) {
        applyDefaults(configuration, to: easy)
        try connection.apply(for: request.origin, to: easy)
        // Over TLS, wait for a handshake in progress: its connection may be shared (HTTP/2). Without TLS it cannot be
        // shared.
        easy.set(CURLOPT_PIPEWAIT, request.origin?.scheme == "https")
        try check(easy.set(CURLOPT_URL, request.url.absoluteString))
        try easy.setHeaderLines(headerLines(of: request, decodesContent: configuration.decodesContent))
        try applyMethod(of: request, to: easy)
    }

    private static func applyMethod(of request: HTTPRequest, to easy: EasyHandle) throws(CurlFailure) {
        if request.method == .head { return try check(easy.set(CURLOPT_NOBODY, true)) }
        let body = request.bodyToSend
        if let body { try easy.setBody(body) }
        // Last: setting a body changes the method.
        if request.method != .get || body != nil {
            try check(easy.set(CURLOPT_CUSTOMREQUEST, request.method.rawValue))
        }
    }

    /// Sets the options that do not depend on the request. Options that an older libcurl does not support are skipped.
    private static func applyDefaults(_ configuration: CurlTransport.Configuration, to easy: EasyHandle) {
        seek_curl_allow_http_only(easy.pointer)
        seek_curl_set_quick_exit(easy.pointer)
        easy.set(CURLOPT_NOSIGNAL, true)
        easy.set(CURLOPT_FOLLOWLOCATION, false)
        easy.set(CURLOPT_SSL_VERIFYPEER, true)
        easy.set(CURLOPT_SSL_VERIFYHOST, 2)
        easy.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        easy.set(CURLOPT_PATH_AS_IS, true)
        easy.set(CURLOPT_BUFFERSIZE, bufferSize)
        easy.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, true)
        easy.set(CURLOPT_CONNECTTIMEOUT_MS, Int(max(configuration.connectTimeout.millisecondsRoundedUp, 1)))
    }
}
#endif
