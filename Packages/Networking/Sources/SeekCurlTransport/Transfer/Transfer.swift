#if os(Linux)
import CLibcurl
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import SeekNetworking

/// One request under way: its easy handle and what has arrived so far. Lives on the loop thread, kept alive by the driver's
/// table for as long as libcurl holds the unretained reference to it.
final class Transfer {
    let submission: CurlLoop.Submission
    let easy: EasyHandle
    /// What came of setting the options; other than `CURLE_OK` it must not be started.
    let prepared: CURLcode
    private var header = HeaderCollector()
    private var body: BodyCollector
    private var isHeaderTooLarge = false

    init(_ submission: CurlLoop.Submission, easy: EasyHandle, configuration: CurlTransport.Configuration) {
        self.submission = submission
        self.easy = easy
        body = BodyCollector(limit: submission.bodyLimit)
        easy.reset()
        prepared = RequestOptions.apply(submission.request, configuration, to: easy)
        let context = Unmanaged.passUnretained(self).toOpaque()
        easy.set(CURLOPT_PRIVATE, pointer: context)
        easy.set(CURLOPT_HEADERDATA, pointer: context)
        easy.set(CURLOPT_WRITEDATA, pointer: context)
        easy.set(CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            Transfer.consume(bytes, size * count, context) { $0.receiveHeaderLine($1) }
        }
        easy.set(CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            Transfer.consume(bytes, size * count, context) { $0.body.receive($1) }
        }
    }

    /// The transfer an easy handle belongs to.
    static func of(_ handle: UnsafeMutableRawPointer?) -> Transfer? {
        guard let handle else { return nil }
        var context: UnsafeMutableRawPointer?
        guard seek_curl_get_pointer(handle, CURLINFO_PRIVATE, &context) == CURLE_OK, let context else { return nil }
        return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    }

    /// What a code libcurl ended with means for this request.
    func result(of code: CURLcode) -> Result<HTTPResponse, NetworkError> {
        let context = submission.context
        if body.isOverLimit { return .failure(.bodyTooLarge(limit: body.limit, context)) }
        if isHeaderTooLarge {
            let reason = "the header fields are larger than \(HeaderCollector.sizeLimit) bytes"
            return .failure(.transport(.malformedResponse(reason), context))
        }
        guard code != CURLE_OK else { return response(context) }
        let host = submission.request.url.host() ?? ""
        switch FailureMapping.meaning(of: code, detail: easy.failureText, host: host) {
        case .transport(let failure): return .failure(.transport(failure, context))
        case .invalidRequest(let reason): return .failure(.invalidRequest(reason: reason, context))
        }
    }

    private func response(_ context: NetworkError.Context) -> Result<HTTPResponse, NetworkError> {
        // libcurl calls a head that breaks off in mid-line a success.
        guard let status = header.status, header.hasFinalResponse else {
            return .failure(.transport(.connectionLost, context))
        }
        return .success(HTTPResponse(status: status, headerFields: header.fields, body: body.body))
    }

    private func receiveHeaderLine(_ line: UnsafeRawBufferPointer) -> Bool {
        switch header.receive(line) {
        case .collecting:
            return true
        case .complete:
            guard let status = header.status else { return true }
            return body.prepare(for: status, header.fields, method: submission.request.method)
        case .tooLarge:
            isHeaderTooLarge = true
            return false
        }
    }

    /// A callback's body: the number of bytes taken, or 0, which makes libcurl stop the transfer.
    private static func consume(
        _ bytes: UnsafeMutablePointer<CChar>?,
        _ count: Int,
        _ context: UnsafeMutableRawPointer?,
        by take: (Transfer, UnsafeRawBufferPointer) -> Bool
    ) -> Int {
        guard let context else { return 0 }
        let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
        return take(transfer, UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
    }
}
#endif
