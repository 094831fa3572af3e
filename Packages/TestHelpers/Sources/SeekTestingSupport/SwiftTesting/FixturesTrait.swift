#if canImport(Testing)
public import SeekTestHelpers
public import Testing

/// Gives a test its folder of fixtures and looks whether they are there: `@Test(.fixtures("youtube/search"))`. See `.fixtures`.
public struct FixturesTrait: TestTrait, SuiteTrait, TestScoping {
    let names: [String]
    let folder: Fixtures?
    let filePath: String

    /// A suite hands the trait to each of its tests.
    public var isRecursive: Bool { true }

    /// Runs a test with its fixtures; where one is missing, not at all.
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
        try await Fixtures.$scoped.withValue(folder, operation: function)
    }
}

extension Trait where Self == FixturesTrait {
    /// Looks for fixtures before a test begins: one that is missing is an issue of the test, with the nearest name, and the test
    /// does not run.
    ///
    /// - Parameters:
    ///   - names: the files it needs; `.json` may be left out.
    ///   - folder: where `load` and the stubs of the test look, too, unless they are given a folder.
    public static func fixtures(
        _ names: String...,
        in folder: Fixtures? = nil,
        filePath: String = #filePath
    ) -> FixturesTrait {
        FixturesTrait(names: names, folder: folder, filePath: filePath)
    }
}
#endif
