import SeekBasics
import Testing

@Suite("A duration of seconds")
struct DurationTests {
    @Test(
        "is limited to 1,000 years, and rounded up to a millisecond; NaN becomes zero",
        arguments: [
            (2.5, 2_500), (1.000_1, 1_001), (-1, -1_000), (4_294_967_295, 4_294_967_295_000), (.nan, 0),
            (9.3e18, 31_556_952_000_000), (1e300, 31_556_952_000_000), (-1e300, -31_556_952_000_000),
            (.infinity, 31_556_952_000_000), (-.infinity, -31_556_952_000_000),
        ] as [(Double, Int64)]
    )
    func clamping(seconds: Double, milliseconds: Int64) {
        #expect(Duration(clampingSeconds: seconds) == .milliseconds(milliseconds))
    }

    @Test("has its value in seconds", arguments: [0.25, -3, 31_556_952_000])
    func seconds(value: Double) {
        #expect(Duration.seconds(value).seconds == value)
    }
}
