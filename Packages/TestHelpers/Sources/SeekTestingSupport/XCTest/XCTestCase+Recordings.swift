#if canImport(XCTest)
public import SeekNetworking
public import SeekTestHelpers
public import XCTest

extension XCTestCase {
    /// Creates a transport that replays `Fixtures/recordings/<name>.har`, or records it, depending on `SEEK_RECORDING`.
    /// When the test ends, problems fail the test, as with the trait `.recorded`.
    ///
    /// - Throws: ``/SeekTestHelpers/FixtureError`` if there is no folder of fixtures, or the name or the variable is
    ///   invalid.
    public func recorded(
        _ name: String,
        mode: RecordingMode = .replay,
        live: (any HTTPTransport)? = nil,
        secrets: SecretRules = SecretRules(),
        fixtures: Fixtures? = nil,
        file: StaticString = #filePath,
        line: UInt = #line
    ) throws(FixtureError) -> RecordingTransport {
        let transport = try RecordingTransport(
            name,
            mode: mode,
            live: live,
            secrets: secrets,
            filter: String(describing: Self.self),
            fixtures: fixtures,
            filePath: "\(file)",
            line: Int(line)
        )
        addTeardownBlock {
            transport.finish()
            Self.fail(for: transport.problems, file: file, line: line)
        }
        return transport
    }
}
#endif
