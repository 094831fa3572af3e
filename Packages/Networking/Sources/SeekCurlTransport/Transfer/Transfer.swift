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
    private var header: HeaderCollector
    private let body: BodyCollector
    /// Why the response cannot be accepted, where this side stopped it.
    private var fault: String?
    private let maximumExpansion: Int
    private var decodedSize = 0
    private var meter: ProgressMeter?
    private var resending: Resending
    private var approval: TargetApproval

    init(
        _ submission: CurlLoop.Submission,
        easy: EasyHandle,
        pool: BodyPool,
        mayUseProxy: Bool,
        configuration: CurlTransport.Configuration
    ) {
        self.submission = submission
        self.easy = easy
        maximumExpansion = max(1, configuration.maximumExpansion)
        header = HeaderCollector(
            limits: .init(
                size: configuration.maximumHeaderSize,
                lineCount: configuration.maximumHeaderLineCount
            )
        )
        body = BodyCollector(limit: submission.maximumBodySize, pool: pool)
        meter = submission.meter
        let request = submission.request
        resending = Resending(of: request.method)
        approval = TargetApproval(
            policy: configuration.targetPolicy,
            trail: mayUseProxy ? nil : submission.trail,
            origin: request.origin
        )
        easy.reset()
        prepared = CurlOptions.apply(request, configuration, to: easy)
        setCallbacks()
    }

    private func setCallbacks() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        easy.set(CURLOPT_PRIVATE, pointer: context)
        easy.set(CURLOPT_HEADERDATA, pointer: context)
        easy.set(CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            Transfer.consume(bytes, size * count, context) { $0.receiveHeaderLine($1) }
        }
        easy.set(CURLOPT_WRITEDATA, pointer: context)
        easy.set(CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            Transfer.consume(bytes, size * count, context) { $0.receiveBody($1) }
        }
        _ = seek_curl_set_request_context(easy.pointer, context)
        _ = seek_curl_set_request_callback(easy.pointer) { context, address, _, _, _ in
            Transfer.from(context).map { $0.mayBeSent(to: address) ? 0 : 1 } ?? 0
        }
        easy.set(CURLOPT_OPENSOCKETDATA, pointer: context)
        _ = seek_curl_set_open_socket(easy.pointer) { context, _, address in
            guard let address, let transfer = Transfer.from(context), transfer.approval.allowsConnection(to: address)
            else { return CURL_SOCKET_BAD }
            return seek_curl_make_socket(address)
        }
        guard meter != nil else { return }
        _ = seek_curl_set_progress(
            easy.pointer,
            { context, expectedToReceive, received, _, sent in
                Transfer.from(context)?.report(sent: sent, received: received, of: expectedToReceive)
                return 0
            },
            context
        )
    }

    /// The transfer a callback was registered with.
    private static func from(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Whether the request may go out, now that libcurl has a connection for it: what ``Resending`` says. libcurl itself sends one
    /// that a shared connection lost over the next shared one, six times at most and whatever its method.
    ///
    /// - Parameter address: The address of the connection, which may be one that another request opened.
    private func mayBeSent(to address: UnsafePointer<CChar>?) -> Bool {
        guard approval.allowsRequest(to: address) else { return false }
        // Should this one be lost, the next is to be nobody else's. Over TLS many may share one (HTTP/2), and lose it together.
        easy.set(CURLOPT_FRESH_CONNECT, submission.origin?.scheme != "https")
        return resending.isAllowedOut()
    }

    private func report(sent: curl_off_t, received: curl_off_t, of expectedToReceive: curl_off_t) {
        let report = meter?.update {
            $0.sent = Int64(sent)
            $0.received = Int64(received)
            if expectedToReceive > 0 { $0.expectedToReceive = Int64(expectedToReceive) }
        }
        report?()
    }

    /// The transfer an easy handle belongs to.
    static func of(_ handle: UnsafeMutableRawPointer?) -> Transfer? {
        var context: UnsafeMutableRawPointer?
        guard let handle, seek_curl_get_pointer(handle, CURLINFO_PRIVATE, &context) == CURLE_OK else { return nil }
        return from(context)
    }

    /// What a code libcurl ended with means for this request.
    func result(of code: CURLcode) -> Result<HTTPResponse, NetworkError> {
        if code == CURLE_OK, fault == nil, !body.isOverLimit, header.hasFinalResponse, let status = header.status {
            meter?.report()
            return .success(HTTPResponse(status: status, headerFields: header.fields, body: body.takeBody()))
        }
        var context = submission.context
        if let refusal = approval.refusal {
            context.attempts = 0
            return .failure(.refused(refusal, context))
        }
        if body.isOverLimit { return .failure(.bodyTooLarge(limit: body.limit, context)) }
        if let fault { return .failure(.transport(.malformedResponse(fault), context)) }
        // libcurl has limits of its own, for a line and for what it buffers, and reports them by this code until 8.6.
        if code == CURLE_OUT_OF_MEMORY, resending.isOut {
            let reason = "a header line, or what the body decodes to, is larger than libcurl accepts"
            return .failure(.transport(.malformedResponse(reason), context))
        }
        // libcurl calls a head that breaks off in mid-line a success.
        guard code != CURLE_OK, !resending.isRefused else { return .failure(.transport(.connectionLost, context)) }
        let host = submission.request.url.host() ?? ""
        switch FailureMapping.meaning(of: code, detail: easy.errorMessage, host: host) {
        case .transport(let failure): return .failure(.transport(failure, context))
        case .invalidRequest(let reason): return .failure(.invalidRequest(reason: reason, context))
        }
    }

    private func receiveHeaderLine(_ line: UnsafeRawBufferPointer) -> Bool {
        switch header.receive(line) {
        case .collecting:
            return true
        case .complete:
            guard let status = header.status else { return true }
            return begin(with: status)
        case .tooLarge(let reason):
            fault = reason
            return false
        }
    }

    /// Goes on to the body. False: stop the transfer.
    private func begin(with status: HTTPResponse.Status) -> Bool {
        fault = header.fields.framingProblem
        guard fault == nil else { return false }
        if header.fields.hasOverriddenLength { easy.set(CURLOPT_FORBID_REUSE, true) }
        return body.prepare(for: status, header.fields, method: submission.request.method)
    }

    private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard !isBomb(with: bytes.count) else {
            fault = "the body decodes to more than \(maximumExpansion) times its size"
            return false
        }
        decodedSize += bytes.count
        return body.receive(bytes)
    }

    /// Whether the body, with this many bytes more, exceeds the limit of its expansion. A bomb of 32 KiB may decode to gigabytes, and
    /// libcurl decodes what it has read before any other transfer gets its turn.
    private func isBomb(with count: Int) -> Bool {
        let uncounted = 32 * 1024
        guard (decodedSize + count) / maximumExpansion > uncounted else { return false }
        var size: curl_off_t = 0
        _ = seek_curl_get_offset(easy.pointer, CURLINFO_SIZE_DOWNLOAD_T, &size)
        return (decodedSize + count) / maximumExpansion > Int(size) + uncounted
    }

    /// Passes bytes from a callback to its transfer. Returns the count that libcurl expects, or 0 to stop the transfer.
    private static func consume(
        _ bytes: UnsafeMutablePointer<CChar>?,
        _ count: Int,
        _ context: UnsafeMutableRawPointer?,
        by take: (Transfer, UnsafeRawBufferPointer) -> Bool
    ) -> Int {
        guard let transfer = from(context) else { return 0 }
        return take(transfer, UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
    }
}
#endif
