#if os(Linux)
import CLibcurl
import SeekBasics
import SeekNetworking

/// Owns an easy handle of libcurl, its error buffer and its list of header lines.
final class EasyHandle {
    let pointer: UnsafeMutableRawPointer
    private let errorBuffer = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private var headerList: UnsafeMutablePointer<curl_slist>?

    /// Creates a handle. Returns nil if out of memory.
    init?() {
        guard let pointer = seek_curl_easy_init() else {
            errorBuffer.deallocate()
            return nil
        }
        self.pointer = pointer
        errorBuffer.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        seek_curl_easy_cleanup(pointer)
        seek_curl_slist_free_all(headerList)
        errorBuffer.deallocate()
    }

    /// Returns libcurl's description of the last failure or, if there is none, of the result code.
    func description(of code: CURLcode) -> String {
        String(cString: errorBuffer[0] == 0 ? seek_curl_easy_strerror(code) : UnsafePointer(errorBuffer))
    }

    /// Sets all options to their defaults, except for the error buffer, which is cleared and set again. Connections
    /// belong to the multi handle and stay open.
    func reset() {
        seek_curl_easy_reset(pointer)
        errorBuffer[0] = 0
        set(CURLOPT_ERRORBUFFER, pointer: errorBuffer)
    }

    /// Sets the header lines to send.
    func setHeaderLines(_ lines: some Sequence<String>) throws(CurlFailure) {
        let previous = headerList
        headerList = nil
        // Freed last: libcurl refers to it until another list is set.
        defer { seek_curl_slist_free_all(previous) }
        for line in lines {
            guard let list = seek_curl_slist_append(headerList, line) else {
                set(CURLOPT_HTTPHEADER, pointer: nil)
                throw CurlFailure(code: CURLE_OUT_OF_MEMORY)
            }
            headerList = list
        }
        try check(set(CURLOPT_HTTPHEADER, pointer: headerList))
    }

    @discardableResult
    func set(_ option: CURLoption, _ value: Int) -> CURLcode {
        seek_curl_set_long(pointer, option, value)
    }

    @discardableResult
    func set(_ option: CURLoption, _ flag: Bool) -> CURLcode {
        seek_curl_set_long(pointer, option, flag ? 1 : 0)
    }

    @discardableResult
    func set(_ option: CURLoption, _ value: String) -> CURLcode {
        seek_curl_set_string(pointer, option, value)
    }

    @discardableResult
    func set(_ option: CURLoption, pointer value: UnsafeMutableRawPointer?) -> CURLcode {
        seek_curl_set_pointer(pointer, option, value)
    }

    @discardableResult
    func set(_ option: CURLoption, callback: @escaping seek_curl_data_callback) -> CURLcode {
        seek_curl_set_callback(pointer, option, callback)
    }

    /// Sets the body to send, which libcurl copies.
    func setBody(_ body: Data) throws(CurlFailure) {
        try check(seek_curl_set_offset(pointer, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)))
        let status = body.withUnsafeBytes { bytes in
            // With a null pointer libcurl would read an empty body from a callback.
            guard let base = bytes.baseAddress, !bytes.isEmpty else { return set(CURLOPT_COPYPOSTFIELDS, "") }
            return set(CURLOPT_COPYPOSTFIELDS, pointer: UnsafeMutableRawPointer(mutating: base))
        }
        try check(status)
    }
}

/// A result code of libcurl other than `CURLE_OK`.
struct CurlFailure: Error {
    let code: CURLcode
}

/// Throws a result code unless it is `CURLE_OK`.
func check(_ code: CURLcode) throws(CurlFailure) {
    guard code == CURLE_OK else { throw CurlFailure(code: code) }
}

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
