#if os(Linux)
import CLibcurl

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

    /// libcurl's description of the last failure, or an empty string.
    var errorDetail: String { String(cString: errorBuffer) }

    /// Sets all options to their defaults, except for the error buffer, which is cleared and set again. Connections
    /// belong to the multi handle and stay open.
    func reset() {
        seek_curl_easy_reset(pointer)
        errorBuffer[0] = 0
        set(CURLOPT_ERRORBUFFER, pointer: errorBuffer)
    }

    /// Sets the header lines to send. Returns false if out of memory.
    func setHeaderLines(_ lines: some Sequence<String>) -> Bool {
        let previous = headerList
        headerList = nil
        // Freed last: libcurl refers to it until another list is set.
        defer { seek_curl_slist_free_all(previous) }
        for line in lines {
            guard let list = seek_curl_slist_append(headerList, line) else {
                seek_curl_set_list(pointer, CURLOPT_HTTPHEADER, nil)
                return false
            }
            headerList = list
        }
        return seek_curl_set_list(pointer, CURLOPT_HTTPHEADER, headerList) == CURLE_OK
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
    func setBody(_ body: some Collection<UInt8>) -> CURLcode {
        let status = seek_curl_set_offset(pointer, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
        guard status == CURLE_OK else { return status }
        return ContiguousArray(body).withUnsafeBytes { bytes in
            // With a null pointer libcurl would read an empty body from a callback.
            guard let base = bytes.baseAddress, !bytes.isEmpty else { return set(CURLOPT_COPYPOSTFIELDS, "") }
            return set(CURLOPT_COPYPOSTFIELDS, pointer: UnsafeMutableRawPointer(mutating: base))
        }
    }
}
#endif
