import SeekBasics
import SeekNetworking

/// A reason for a test to fail, such as an unmatched request, an unused stub or a stale recording.
public struct StubFailure: Sendable, Hashable, CustomStringConvertible {
    /// The cause of a failure.
    public enum Kind: Sendable, Hashable {
        /// A request that matched no stub, or that a recording transport could neither replay nor send.
        case unmatchedRequest
        /// A stub that was used less or more often than declared, or whose sequence was not used completely.
        case wrongUseCount
        /// A stub with an invalid URL or condition, or an empty sequence.
        case invalidStub
        /// A stub whose fixture could not be loaded.
        case missingFixture
        /// A verification that failed: the number or the order of the requests differs, or the matcher is invalid.
        case verification
        /// A recording with unused exchanges.
        case staleRecording
        /// A recording that is missing, could not be read or written, or is being recorded by another test.
        case brokenRecording
    }

    /// The cause.
    public let kind: Kind
    /// What happened, and for an unmatched request the most similar stub or exchange, on one line.
    public let description: String
    /// The source location of the stub, verification or transport; nil for a request that is reported at the end of the
    /// test.
    public let callSite: CallSite?
}

/// The optional problems that stubs report as failures of the test.
///
/// Invalid stubs, missing fixtures and failed verifications are always reported.
public struct StubStrictness: OptionSet, Sendable, Hashable {
    /// The raw bits.
    public let rawValue: Int
    /// Creates a set from raw bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Requests that matched no stub. They fail in any case: with an error, or with status 404 from a server.
    public static let unmatchedRequests = StubStrictness(rawValue: 1)
    /// Stubs that were used less or more often than declared.
    public static let wrongUseCounts = StubStrictness(rawValue: 2)
    /// Unmatched requests and wrong use counts. The default.
    public static let strict: StubStrictness = [.unmatchedRequests, .wrongUseCounts]
    /// Neither unmatched requests nor wrong use counts.
    public static let lenient: StubStrictness = []
}

/// A source location, at which a failure is reported.
public struct CallSite: Sendable, Hashable, CustomStringConvertible {
    /// `Module/File.swift`
    public let fileID: String
    /// The path of the file.
    public let filePath: String
    /// The line, starting at 1.
    public let line: Int
    /// The column, starting at 1.
    public let column: Int

    /// Creates a location.
    public init(fileID: String, filePath: String, line: Int, column: Int) {
        self.fileID = fileID
        self.filePath = filePath
        self.line = line
        self.column = column
    }

    /// `File.swift:12`
    public var description: String { "\(fileID.split(separator: "/").last ?? "?"):\(line)" }
}

extension HTTPRequest {
    /// `GET https://example.com/a`, with secrets redacted.
    var redactedDescription: String { "\(method) \(Redaction.redacted(url))" }
}

/// Reports failures of stubs to the running test at once.
///
/// This module is linked to programs as well and cannot use a test framework. SeekTestingSupport, which only test targets
/// can link, registers a function that uses Swift Testing and XCTest.
package enum StubFailureReporter {
    private static let registered = Mutex<(@Sendable (StubFailure) -> Void)?>(nil)

    package static func register(_ report: @escaping @Sendable (StubFailure) -> Void) {
        registered.withLock { $0 = report }
    }

    /// The registered function; nil if there is none.
    static var report: (@Sendable (StubFailure) -> Void)? { registered.withLock { $0 } }
}
