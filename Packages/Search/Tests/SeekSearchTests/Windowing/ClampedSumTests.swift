import Testing

@testable import SeekSearch

@Suite("Clamped sums")
struct ClampedSumTests {
    @Test(
        "are the maximum of a 32-bit integer if the sum overflows",
        arguments: [(Int32.max - 1, .max), (.max, .max), (1, 3)]
    )
    func narrow(number: Int32, sum: Int32) {
        #expect(number.addingClamped(2) == sum)
    }

    @Test(
        "are the maximum of a 64-bit integer if the sum overflows",
        arguments: [(Int64.max - 1, .max), (1 << 53, (1 << 53) + 2)]
    )
    func wide(number: Int64, sum: Int64) {
        #expect(number.addingClamped(2) == sum)
    }
}
