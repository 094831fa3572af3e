#if os(Linux)
import CLibcurl
import SeekBasics

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
#endif
