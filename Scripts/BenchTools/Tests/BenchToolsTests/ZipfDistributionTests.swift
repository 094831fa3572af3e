import BenchKit
import Testing

@Suite("Zipf's distribution")
struct ZipfDistributionTests {
    /// Returns how often each rank occurs at 100,000 equidistant quantiles.
    private func counts(_ distribution: ZipfDistribution) -> [Int: Int] {
        let ranks = (0..<100_000).map { distribution.rank(at: Double($0) / 100_000) }
        return Dictionary(ranks.map { ($0, 1) }, uniquingKeysWith: +)
    }

    @Test(
        "the frequency of the nth rank is inversely proportional to a power of n",
        arguments: [(1.0, 10.0), (2.0, 100.0)]
    )
    func frequencies(exponent: Double, expected: Double) {
        let counts = counts(ZipfDistribution(count: 300, exponent: exponent))
        let ratio = Double(counts[0] ?? 0) / Double(counts[9] ?? 1)
        #expect(abs(ratio / expected - 1) < 0.01)
    }

    @Test("the quantiles 0 and 1 are the first and the last rank")
    func ends() {
        let distribution = ZipfDistribution(count: 300)
        #expect(distribution.rank(at: 0) == 0)
        #expect(distribution.rank(at: 1) == 299)
        #expect(ZipfDistribution(count: 1).rank(at: 0.5) == 0)
    }
}
