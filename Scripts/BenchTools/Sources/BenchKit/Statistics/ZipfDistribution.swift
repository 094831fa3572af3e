#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Ranks with frequencies that follow Zipf's law, like the queries of search engines: with exponent 1, the second rank
/// is half as frequent as the first, and the tenth rank a tenth as frequent.
public struct ZipfDistribution: Sendable {
    private let cumulated: [Double]

    /// Creates a distribution of ranks from 0 to `count` − 1.
    ///
    /// - Parameters:
    ///   - count: The number of ranks; at least 1.
    ///   - exponent: The exponent `s` in the frequency of a rank, which is proportional to 1 / (rank + 1)ˢ.
    public init(count: Int, exponent: Double = 1) {
        var sum = 0.0
        cumulated = (1...max(1, count)).map { rank in
            sum += 1 / pow(Double(rank), exponent)
            return sum
        }
    }

    /// Returns the rank at a quantile.
    ///
    /// - Parameter quantile: From 0 to 1, for example a random number.
    public func rank(at quantile: Double) -> Int {
        let point = quantile * (cumulated.last ?? 0)
        var (low, high) = (0, cumulated.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if cumulated[middle] < point { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
