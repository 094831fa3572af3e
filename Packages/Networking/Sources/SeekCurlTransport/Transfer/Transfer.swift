#if os(Linux)
import CLibcurl
import SeekBasics
import SeekNetworking

/// A request in progress: its easy handle and what has been received.
///
/// Used only by the driver, which retains it for as long as libcurl holds an unretained reference to it.
final class Transfer {
    let submission: CurlLoop.Submission
    let easy: EasyHandle
    /// The result of setting the options. The transfer must not be started unless it is `CURLE_OK`.
    let preparation: CURLcode
    private var header: HeaderCollector
    private let body: BodyCollector
    /// Why the response is rejected; nil if it is not.
    private var failure: TransportFailure?
    private let decodesContent: Bool
    /// Decodes the body; nil if it has no content coding.
    private var decoder: ContentDecoder?
    private let maximumDecompressionRatio: Int
    /// The number of bytes of the body received so far, before decoding.
    private var receivedCount = 0
    private var meter: ProgressMeter?
    private var allowance: SendAllowance
    private var targetCheck: TargetCheck

    init(
        _ submission: CurlLoop.Submission,
        easy: EasyHandle,
        pool: BodyPool,
        connection: ConnectionOptions,
        configuration: CurlTransport.Configuration
    ) {
        let request = submission.request
        self.submission = submission
        self.easy = easy
        decodesContent = configuration.decodesContent
        maximumDecompressionRatio = max(1, configuration.maximumDecompressionRatio)
        header = HeaderCollector(
            maximumSize: configuration.maximumHeaderSize,
            maximumLineCount: configuration.maximumHeaderLineCount
        )
        body = BodyCollector(limit: submission.maximumBodySize, pool: pool)
        meter = submission.meter
        allowance = SendAllowance(for: request.method)
        targetCheck = TargetCheck(
            policy: configuration.targetPolicy,
            // The address may be that of a proxy, which reveals nothing about the target.
            trail: connection.mayUseProxy ? nil : submission.trail,
            origin: request.origin
        )
        easy.reset()
        do throws(CurlFailure) {
            try CurlOptions.apply(request, configuration, connection, to: easy)
            preparation = CURLE_OK
        } catch {
            preparation = error.code
        }
        setCallbacks()
    }

    private func setCallbacks() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        easy.set(CURLOPT_PRIVATE, pointer: context)
        easy.set(CURLOPT_HEADERDATA, pointer: context)
        easy.set(CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            Transfer.pass(bytes, size * count, to: context) { $0.receiveHeaderLine($1) }
        }
        easy.set(CURLOPT_WRITEDATA, pointer: context)
        easy.set(CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            Transfer.pass(bytes, size * count, to: context) { $0.receiveBody($1) }
        }
        // The result 0 lets libcurl send the request; 1 aborts the transfer.
        seek_curl_set_request_callback(
            easy.pointer,
            { context, address, _, _, _ in Transfer.from(context).map { $0.maySend(to: address) ? 0 : 1 } ?? 0 },
            context
        )
        seek_curl_set_open_socket(
            easy.pointer,
            { context, _, address in
                guard let address, let transfer = Transfer.from(context),
                    transfer.targetCheck.allowsConnection(to: address)
                else { return CURL_SOCKET_BAD }
                return seek_curl_open_socket(address)
            },
            context
        )
        guard meter != nil else { return }
        seek_curl_set_progress(
            easy.pointer,
            { context, expectedToReceive, received, _, sent in
                Transfer.from(context)?.report(sent: sent, received: received, of: expectedToReceive)
                return 0
            },
            context
        )
    }

    /// Passes bytes to the transfer of a callback. Returns the count that libcurl expects, or 0 to stop the transfer.
    private static func pass(
        _ bytes: UnsafeMutablePointer<CChar>?,
        _ count: Int,
        to context: UnsafeMutableRawPointer?,
        by receive: (Transfer, UnsafeRawBufferPointer) -> Bool
    ) -> Int {
        guard let transfer = from(context) else { return 0 }
        return receive(transfer, UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Returns the transfer of an easy handle.
    static func of(_ handle: UnsafeMutableRawPointer?) -> Transfer? {
        var context: UnsafeMutableRawPointer?
        guard let handle, seek_curl_get_pointer(handle, CURLINFO_PRIVATE, &context) == CURLE_OK else { return nil }
        return from(context)
    }

    // MARK: Callbacks

    /// Returns whether the request may be sent over the connection that libcurl has chosen.
    ///
    /// - Parameter address: The address of the connection, which another request may have opened.
    private func maySend(to address: UnsafePointer<CChar>?) -> Bool {
        guard targetCheck.allowsRequest(to: address) else { return false }
        // Without TLS, the next attempt uses a new connection if this one is lost. Over TLS, it may use an existing
        // one, because connections may be shared (HTTP/2).
        easy.set(CURLOPT_FRESH_CONNECT, submission.origin?.scheme != "https")
        return allowance.use()
    }

    private func report(sent: curl_off_t, received: curl_off_t, of expectedToReceive: curl_off_t) {
        let report = meter?.update {
            $0.sent = Int64(sent)
            $0.received = Int64(received)
            if expectedToReceive > 0 { $0.expectedToReceive = Int64(expectedToReceive) }
        }
        report?()
    }

    /// Returns false to stop the transfer.
    private func receiveHeaderLine(_ line: UnsafeRawBufferPointer) -> Bool {
        switch header.receive(line) {
        case .collecting:
            return true
        case .complete:
            guard let status = header.status else { return true }
            failure = header.fields.framingProblem.map { .malformedResponse($0) }
            guard failure == nil else { return false }
            if header.fields.hasOverriddenLength { easy.set(CURLOPT_FORBID_REUSE, true) }
            return body.prepare(for: status, header.fields, method: submission.request.method)
        case .tooLarge(let reason):
            failure = .malformedResponse(reason)
            return false
        }
    }

    /// Whether a body is received as it is if it cannot be decoded: the request has already asked for none of the codings.
    private var acceptsUnknownCodings: Bool { submission.request.headerFields[.acceptEncoding] == "identity" }

    /// Returns false to stop the transfer.
    private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let codings = receivedCount == 0 && decodesContent ? header.fields.contentCodings : []
        if !codings.isEmpty {
            decoder = ContentDecoder(codings)
            guard decoder != nil || acceptsUnknownCodings else {
                failure = .unsupportedCoding(codings.joined(separator: ", "))
                return false
            }
        }
        receivedCount += bytes.count
        guard let decoder else { return body.receive(bytes) }
        // Bytes that decode to nothing are limited as well.
        guard receivedCount / 2 <= body.limit else { return body.exceedLimit() }
        do throws(ContentDecoder.Failure) {
            try decoder.decode(bytes, to: receiveDecoded)
            return true
        } catch {
            guard case .corrupt(let reason) = error else { return false }
            // If nothing could be decoded, the body does not have the coding that the fields state.
            let hasCoding = body.count > 0
            if !hasCoding, acceptsUnknownCodings, receivedCount == bytes.count {
                self.decoder = nil
                return body.receive(bytes)
            }
            let coding = header.fields.contentCodings.joined(separator: ", ")
            failure = hasCoding ? .malformedResponse(reason) : .unsupportedCoding(coding)
            return false
        }
    }

    private func receiveDecoded(_ bytes: UnsafeRawBufferPointer) -> Bool {
        // In bytes. Added to the size on the wire, so that small bodies are never rejected.
        let sizeMargin = 32 * 1024
        guard (body.count + bytes.count) / maximumDecompressionRatio <= receivedCount + sizeMargin else {
            failure = .malformedResponse("the body decodes to more than \(maximumDecompressionRatio) times its size")
            return false
        }
        return body.receive(bytes)
    }

    // MARK: Result

    /// Returns the response, or the error for libcurl's result code.
    func result(of code: CURLcode) -> Result<HTTPResponse, NetworkError> {
        if code == CURLE_OK, decoder?.isComplete == false {
            failure = .malformedResponse("the content coding of the body is truncated")
        }
        if code == CURLE_OK, failure == nil, !body.isOverLimit, header.hasFinalResponse, let status = header.status {
            meter?.report()
            return .success(HTTPResponse(status: status, headerFields: header.fields, body: body.takeBody()))
        }
        var context = submission.context(attempts: 1)
        if let rejection = targetCheck.rejection {
            context.attempts = 0
            return .failure(.rejected(rejection, context))
        }
        if body.isOverLimit { return .failure(.bodyTooLarge(limit: body.limit, context)) }
        if let failure { return .failure(.transport(failure, context)) }
        // Before version 8.6, libcurl uses this code for lines and buffers beyond its own limits.
        if code == CURLE_OUT_OF_MEMORY, allowance.isUsed {
            let reason = "a header line is larger than libcurl accepts"
            return .failure(.transport(.malformedResponse(reason), context))
        }
        // libcurl reports success for a header that ends within a line, and an aborted callback for an attempt beyond
        // the allowance.
        guard code != CURLE_OK, !allowance.isExceeded else { return .failure(.transport(.connectionLost, context)) }
        let description = easy.description(of: code)
        if code == CURLE_URL_MALFORMAT {
            context.attempts = 0
            return .failure(.invalidRequest(reason: "the URL is not valid: \(description)", context))
        }
        let host = submission.request.url.host() ?? ""
        let failure = FailureMapping.failure(for: code, description: description, host: host)
        if case .invalidConfiguration = failure { context.attempts = 0 }
        return .failure(.transport(failure, context))
    }
}

/// How many times a request may be sent if a reused connection is closed without a response: twice if its method is
/// idempotent, otherwise once, since the server may have acted on it (RFC 9110 §9.2.2, RFC 9112 §9.3.1).
///
/// libcurl itself resends a request up to five times, whatever its method. Before version 7.80, this cannot be limited.
struct SendAllowance: Hashable {
    private var remaining: Int
    /// Whether an attempt was made beyond the allowance.
    private(set) var isExceeded = false
    /// Whether the request was sent at least once.
    private(set) var isUsed = false

    init(for method: HTTPRequest.Method) { remaining = method.isIdempotent ? 2 : 1 }

    /// Counts an attempt. Returns whether it may be made.
    mutating func use() -> Bool {
        isExceeded = remaining == 0
        remaining = max(0, remaining - 1)
        isUsed = isUsed || !isExceeded
        return !isExceeded
    }
}
#endif
