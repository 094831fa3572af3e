#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Tells of each exchange, without its secrets.
///
/// ```swift
/// configuration.middleware = [Logging(.summary) { print($0) }, Retries()]
/// ```
/// Secrets in URLs, header fields, and bodies of JSON, forms and text are replaced, as ``Redaction`` does it. It stands outermost to see each call once, inside of
/// ``RetryMiddleware`` to see each attempt.
public struct LoggingMiddleware: HTTPMiddleware {
    /// How much is told.
    public enum Level: Int, Sendable, Hashable, Comparable {
        /// A line an exchange: method, URL, status or error, size, time, provenance.
        case summary
        /// The header fields as well.
        case headers
        /// The first 2,000 bytes of JSON and text bodies as well.
        case bodies

        /// Whether a level tells less.
        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    private static let maximumBodySize = 2_000

    private let level: Level
    private let now: @Sendable () -> ContinuousClock.Instant
    private let sink: @Sendable (String) -> Void

    /// Makes the middleware.
    ///
    /// - Parameters:
    ///   - level: how much is told.
    ///   - now: the moment, for how long an exchange took.
    ///   - sink: is told; a text of one line, more where fields or bodies are told.
    public init(
        _ level: Level = .summary,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        sink: @escaping @Sendable (String) -> Void
    ) {
        self.level = level
        self.now = now
        self.sink = sink
    }

    /// Sends the request on and tells what came of it.
    public func intercept(
        _ request: HTTPRequest,
        options: RequestOptions,
        next: @escaping HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse {
        let start = now()
        do throws(NetworkError) {
            let response = try await next(request, options)
            sink(text(request, response, took: now() - start))
            return response
        } catch {
            let line =
                "\(request.method) \(Redaction.redacted(request.url)) failed after \(milliseconds(now() - start)): \(error)"
            sink(([line] + details("> ", request.headerFields, request.body)).joined(separator: "\n"))
            throw error
        }
    }

    private func text(_ request: HTTPRequest, _ response: HTTPResponse, took: Duration) -> String {
        let tries = response.provenance.attempts > 1 ? ", \(response.provenance.attempts) attempts" : ""
        let line =
            "\(request.method) \(Redaction.redacted(request.url)) -> \(response.status.code), \(response.body.count) bytes, "
            + "\(milliseconds(took)), \(response.provenance)\(tries)"
        let sent = details("> ", request.headerFields, request.body)
        return ([line] + sent + details("< ", response.headerFields, response.body)).joined(separator: "\n")
    }

    private func details(_ mark: String, _ fields: HTTPFields, _ body: Data?) -> [String] {
        guard level >= .headers else { return [] }
        var lines = fields.map { field in
            "\(mark)\(field.name): \(Redaction.value(of: field))"
        }
        if level >= .bodies, let body, !body.isEmpty {
            lines.append(mark + Self.text(of: body, type: fields[values: .contentType].first ?? ""))
        }
        return lines
    }

    private static func text(of body: Data, type: String) -> String {
        let type = type.prefix { $0 != ";" }.lowercased()
        guard type.contains("json") || type.hasPrefix("text/") || type == "application/x-www-form-urlencoded" else {
            return "(\(body.count) bytes)"
        }
        let rest = body.count > maximumBodySize ? "… (\(body.count) bytes)" : ""
        // More than is printed: the end of user information that begins within the limit marks it as such.
        let text = Redaction.redacted(body: body.prefix(maximumBodySize * 2), type: type)
        return rest.isEmpty ? text : String(decoding: text.utf8.prefix(maximumBodySize), as: UTF8.self) + rest
    }

    private func milliseconds(_ duration: Duration) -> String {
        "\(Int64((duration.seconds * 1_000).rounded())) ms"
    }
}
