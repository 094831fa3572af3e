import SeekBasics

#if canImport(os)
public import os
#endif

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
