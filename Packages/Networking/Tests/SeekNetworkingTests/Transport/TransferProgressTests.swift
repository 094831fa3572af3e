import Testing

@testable import SeekNetworking

@Suite("Progress of a transfer")
struct TransferProgressTests {
    static let rows: [(sent: Int64, toSend: Int64, received: Int64, toReceive: Int64?, fraction: Double?)] = [
        (0, 0, 0, nil, nil), (0, 0, 0, 0, 1), (5, 10, 0, nil, nil), (0, 0, 25, 100, 0.25), (5, 10, 0, 10, 0.25),
        (10, 10, 10, 10, 1), (0, 0, 20, 10, 1),
        // Invalid or unrealistic lengths.
        (1, 1, 0, .max, 0), (.max, .max, .max, .max, 1), (0, 0, 5, -5, 1), (0, 5, 0, -5, 0), (0, 0, 0, .min, 1),
    ]

    @Test("has a fraction once the size of the response is known, whatever length is declared", arguments: rows)
    func fraction(row: (sent: Int64, toSend: Int64, received: Int64, toReceive: Int64?, fraction: Double?)) {
        var progress = TransferProgress()
        progress.sent = row.sent
        progress.expectedToSend = row.toSend
        progress.received = row.received
        progress.expectedToReceive = row.toReceive
        let rounded = progress.fraction.map { ($0 * 10_000).rounded() / 10_000 }
        #expect(rounded == row.fraction)
    }
}
