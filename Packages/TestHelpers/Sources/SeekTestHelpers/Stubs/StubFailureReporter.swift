/// Reports a failure of a stub to the running test.
///
/// SeekTestingSupport implements it with Swift Testing and XCTest, which only test targets can link. The implementation
/// is found by its name, because this module is linked to programs as well.
package protocol StubFailureReporter: Sendable {
    /// Records a failure at its source location.
    static func report(_ failure: StubFailure)
}

enum StubFailureReporting {
    /// The reporter of SeekTestingSupport (`TestFailureReporter`, by its mangled name); nil if it is not linked.
    static let reporter =
        _typeByName("18SeekTestingSupport19TestFailureReporterO") as? any StubFailureReporter.Type
}
