import Foundation

/// Ranks, counted from 0, with frequencies that follow Zipf's law, like the queries of search engines: with exponent 1,
/// the second rank is half as frequent as the first, and the tenth rank a tenth as frequent.
package struct ZipfDistribution: Sendable {
    private let cumulated: [Double]

    /// - Parameter exponent: The exponent `s`: the frequency of a rank is proportional to 1 / (rank + 1)ˢ.
    package init(count: Int, exponent: Double = 1) {
        var sum = 0.0
        cumulated = (1...max(1, count)).map { rank in
            sum += 1 / pow(Double(rank), exponent)
            return sum
        }
    }

    /// Returns the rank at a quantile from 0 to 1, for example a random number.
    package func rank(at quantile: Double) -> Int {
        let point = quantile * (cumulated.last ?? 0)
        var (low, high) = (0, cumulated.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if cumulated[middle] < point { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
