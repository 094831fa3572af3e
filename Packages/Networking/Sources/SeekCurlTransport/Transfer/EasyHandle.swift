#if os(Linux)
import CLibcurl

/// Owns an easy handle of libcurl, the buffer for its error text and the lists it refers to.
final class EasyHandle {
    let pointer: UnsafeMutableRawPointer
    private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private var headerList: UnsafeMutablePointer<curl_slist>?

    /// Makes a handle; nil where there is no memory.
    init?() {
        guard let pointer = seek_curl_easy_init() else {
            errorText.deallocate()
            return nil
        }
        self.pointer = pointer
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        seek_curl_easy_cleanup(pointer)
        seek_curl_slist_free_all(headerList)
        errorText.deallocate()
    }

    /// libcurl's words about the last failure, or empty.
    var errorMessage: String { String(cString: errorText) }

    /// Back to the defaults; connections are the multi handle's and stay.
    func reset() {
        seek_curl_easy_reset(pointer)
        errorText[0] = 0
        set(CURLOPT_ERRORBUFFER, pointer: errorText)
    }

    /// Sets the header lines to send. Returns false where there is no memory.
    func setHeaderLines(_ lines: some Sequence<String>) -> Bool {
        let before = headerList
        headerList = nil
        // libcurl points to the old list until it is told of the new one.
        defer { seek_curl_slist_free_all(before) }
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
    func set(_ option: CURLoption, _ text: String) -> CURLcode {
        seek_curl_set_string(pointer, option, text)
    }

    @discardableResult
    func set(_ option: CURLoption, pointer value: UnsafeMutableRawPointer?) -> CURLcode {
        seek_curl_set_pointer(pointer, option, value)
    }

    @discardableResult
    func set(_ option: CURLoption, callback: @escaping seek_curl_data_callback) -> CURLcode {
        seek_curl_set_callback(pointer, option, callback)
    }

    /// Sets the body to send; libcurl keeps a copy.
    func setBody(_ body: some Collection<UInt8>) -> CURLcode {
        let size = seek_curl_set_offset(pointer, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
        guard size == CURLE_OK else { return size }
        return ContiguousArray(body).withUnsafeBytes { bytes in
            // Any address serves for no bytes at all; a null one would ask for a read callback.
            guard let base = bytes.baseAddress, !bytes.isEmpty else { return set(CURLOPT_COPYPOSTFIELDS, "") }
            return set(CURLOPT_COPYPOSTFIELDS, pointer: UnsafeMutableRawPointer(mutating: base))
        }
    }
}
#endif
