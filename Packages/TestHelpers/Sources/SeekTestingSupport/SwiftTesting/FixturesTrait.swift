#if canImport(Testing)
public import SeekTestHelpers
public import Testing

/// A trait that provides a folder of fixtures to a test and checks that the named files exist:
/// `@Test(.fixtures("youtube/search"))`. See `.fixtures`.
public struct FixturesTrait: TestTrait, SuiteTrait, TestScoping {
    let names: [String]
    let folder: Fixtures?
    let filePath: String

    /// The trait of a suite applies to each of its tests.
    public var isRecursive: Bool { true }

    /// Runs a test with its fixtures, unless one is missing.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        do throws(FixtureError) {
            let fixtures = try Fixtures(root: folder?.root, filePath: filePath)
            for name in names { _ = try fixtures.url(of: name) }
        } catch {
            Issue.record(Comment(rawValue: error.description), sourceLocation: test.sourceLocation)
            return
        }
        try await Fixtures.$scoped.withValue(folder ?? Fixtures.scoped, operation: function)
    }
}

extension Trait where Self == FixturesTrait {
    /// Checks fixtures before a test: a missing one is an issue of the test, with the most similar name, and the test
    /// is not run.
    ///
    /// - Parameters:
    ///   - names: The required files, with or without `.json`.
    ///   - folder: The folder, which is also the default of `load` and of the test's stubs; nil for the suite's
    ///     folder, or to locate it as described in ``/SeekTestHelpers/Fixtures``.
    public static func fixtures(
        _ names: String...,
        in folder: Fixtures? = nil,
        filePath: String = #filePath
    ) -> FixturesTrait {
        FixturesTrait(names: names, folder: folder, filePath: filePath)
    }
}
#endif
