import Testing

@testable import SeekNetworking

@Suite("Progress")
struct TransferProgressTests {
    static let rows: [(sent: Int64, toSend: Int64, received: Int64, toReceive: Int64?, fraction: Double?)] = [
        (0, 0, 0, nil, nil), (0, 0, 0, 0, 1), (5, 10, 0, 10, 0.25), (10, 10, 10, 10, 1), (0, 0, 20, 10, 1),
        // Declared lengths that no server sends.
        (1, 1, 0, .max, 0), (.max, .max, .max, .max, 1), (0, 0, 5, -5, 1), (0, 5, 0, -5, 0), (0, 0, 0, .min, 1),
    ]

    @Test("is a fraction for any declared length", arguments: rows)
    func fraction(row: (sent: Int64, toSend: Int64, received: Int64, toReceive: Int64?, fraction: Double?)) {
        var progress = TransferProgress()
        progress.sent = row.sent
        progress.expectedToSend = row.toSend
        progress.received = row.received
        progress.expectedToReceive = row.toReceive
        let difference = zip([progress.fraction].compactMap(\.self), [row.fraction].compactMap(\.self))
            .map { abs($0 - $1) }.first
        #expect((progress.fraction == nil) == (row.fraction == nil))
        #expect((difference ?? 0) < 0.000_1)
    }
}
