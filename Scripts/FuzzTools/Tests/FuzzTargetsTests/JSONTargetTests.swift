import Testing

@testable import FuzzTargets

@Suite("The target json")
struct JSONTargetTests {
    @Test(
        "compares only documents whose result RFC 8259 determines, and for which Foundation does not deviate from it",
        arguments: [
            (#"{"a": 1, "a": 2}"#, false), (#"[{"b": {"a\n": 1, "c": [], "a\n": 2}}]"#, false),
            (#"{"a": 1, "\u0061": 2}"#, false), ("[1e400]", false), ("[1,]", false),
            (#"{"a": "a", "b": "a"}"#, true), (#"[{"a": 1}, {"a": 2}]"#, true),
            (#"{"a": {"a": {}}, "b": ["", ""]}"#, true),
            (#"{"a": "#, true), ("", true),
        ]
    )
    func decided(document: String, isDecided: Bool) {
        #expect(FuzzTarget.isDecidedByRFC(Array(document.utf8)) == isDecided)
    }
}
