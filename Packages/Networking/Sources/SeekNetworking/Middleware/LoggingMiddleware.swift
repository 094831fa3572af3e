import SeekBasics

#if canImport(os)
public import os
#endif

/// Logs each request with its response or error, without secrets.
///
/// ```swift
/// configuration.middleware = MiddlewareStack { $0.logging = .standardError(.summary) }.middleware
/// ```
/// Secrets in URLs, header fields, and bodies of JSON, forms and text are replaced; see ``Redaction``. Place this
/// middleware first to log each call once, or inside ``RetryMiddleware`` to log each attempt.
public struct LoggingMiddleware: HTTPMiddleware {
    /// The level of detail.
    public enum Level: Int, Sendable, Hashable, Comparable {
        /// One line per request: method, URL, status or error, size, duration, provenance.
        case summary
        /// Also the header fields.
        case headers
        /// Also the first 2,000 bytes of JSON, form and text bodies.
        case bodies

        /// Whether the left level logs less than the right one.
        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    private static let maximumBodySize = 2_000

    private let level: Level
    private let clock: any Clock<Duration>
    private let sink: @Sendable (String) -> Void

    /// Creates the middleware.
    ///
    /// - Parameters:
    ///   - level: The level of detail.
    ///   - clock: Measures the durations of requests.
    ///   - sink: Receives each log entry: one line, or several if fields or bodies are logged.
    public init(
        _ level: Level = .summary,
        clock: any Clock<Duration> = ContinuousClock(),
        sink: @escaping @Sendable (String) -> Void
    ) {
        self.level = level
        self.clock = clock
        self.sink = sink
    }

    /// Sends the request and logs it with its response or error.
    public func intercept(
        _ request: HTTPRequest,
        options: RequestOptions,
        next: @escaping HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse {
        let elapsed = clock.stopwatch()
        do throws(NetworkError) {
            let response = try await next(request, options)
            sink(entry(request, response, duration: elapsed()))
            return response
        } catch {
            let line = "\(Self.subject(of: request)) failed after \(milliseconds(elapsed())): \(error)"
            sink(([line] + details("> ", request.headerFields, request.body)).joined(separator: "\n"))
            throw error
        }
    }

    private static func subject(of request: HTTPRequest) -> String {
        "\(request.method) \(Redaction.redacted(request.url))"
    }

    private func entry(_ request: HTTPRequest, _ response: HTTPResponse, duration: Duration) -> String {
        let attempts = response.provenance.attempts > 1 ? ", \(response.provenance.attempts) attempts" : ""
        let line =
            "\(Self.subject(of: request)) -> \(response.status.code), \(response.body.count) bytes, "
            + "\(milliseconds(duration)), \(response.provenance)\(attempts)"
        let requestLines = details("> ", request.headerFields, request.body)
        return ([line] + requestLines + details("< ", response.headerFields, response.body)).joined(separator: "\n")
    }

    private func details(_ mark: String, _ fields: HTTPFields, _ body: Data?) -> [String] {
        guard level >= .headers else { return [] }
        var lines = fields.map { "\(mark)\($0.name): \(Redaction.value(of: $0))" }
        if level >= .bodies, let body, !body.isEmpty {
            lines.append(mark + Self.text(of: body, fields))
        }
        return lines
    }

    private static func text(of body: Data, _ fields: HTTPFields) -> String {
        let type = fields.mediaType ?? ""
        // Redacts more than is printed: user information in a URL is recognized by its end, which may be beyond the
        // limit.
        let start = Data(body.prefix(maximumBodySize * 2))
        let isTruncated = start.count < body.count
        guard type.contains("json") || type.hasPrefix("text/") || type == "application/x-www-form-urlencoded",
            let decoded = BodyText.decode(start, contentType: fields[.contentType], isTruncated: isTruncated)
        else { return "(\(body.count) bytes)" }
        let suffix = body.count > maximumBodySize ? "… (\(body.count) bytes)" : ""
        let text = Redaction.redacted(body: decoded.utf8, type: type)
        return suffix.isEmpty ? text : String(decoding: text.utf8.prefix(maximumBodySize), as: UTF8.self) + suffix
    }

    private func milliseconds(_ duration: Duration) -> String {
        "\(Int64((duration.seconds * 1_000).rounded())) ms"
    }
}

extension LoggingMiddleware {
    /// Returns a middleware that writes each entry to standard error.
    ///
    /// ```swift
    /// configuration.middleware = MiddlewareStack { $0.logging = .standardError(.headers) }.middleware
    /// ```
    public static func standardError(_ level: Level = .summary) -> LoggingMiddleware {
        writing(level, to: 2)
    }

    /// Returns a middleware that writes to a file descriptor. An entry that cannot be written is dropped.
    static func writing(_ level: Level, to descriptor: Int32) -> LoggingMiddleware {
        let lock = Mutex(())
        return LoggingMiddleware(level) { entry in
            // One at a time, so that concurrent entries are not interleaved.
            lock.withLock { _ in
                _ = Array("\(entry)\n".utf8).withUnsafeBytes { writeAll($0, to: descriptor) }
            }
        }
    }

    #if canImport(os)
    /// Returns a middleware that writes each entry to the unified log.
    ///
    /// Secrets are redacted, but URLs may contain personal data such as search terms. Entries are public, that is,
    /// readable in the log.
    ///
    /// - Parameters:
    ///   - logger: The logger, with the subsystem and category of the app.
    ///   - level: The level of detail.
    ///   - type: The type of the entries. The default, `debug`, is not written to the disk.
    public static func unifiedLog(
        _ logger: Logger,
        _ level: Level = .summary,
        type: OSLogType = .debug
    ) -> LoggingMiddleware {
        LoggingMiddleware(level) { logger.log(level: type, "\($0, privacy: .public)") }
    }
    #endif
}
