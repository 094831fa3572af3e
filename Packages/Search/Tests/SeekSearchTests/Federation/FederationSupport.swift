import Foundation
import SeekBasics
import SeekSearch
import SeekTestHelpers

/// A hit whose identity is its URL, or its id where it has none.
func hit(_ id: String, url: String? = nil, title: String? = nil) -> SearchHit {
    SearchHit(id: id, kind: .video, source: "s", title: title ?? "t \(id)", url: url.flatMap { URL(string: $0) })
}

/// A provider that answers at once, or when a gate is opened.
struct MockProvider: SearchProvider {
    var name: String
    var result: Result<ProviderResponse, SearchError> = .success(ProviderResponse(hits: []))
    var gate: Gate?
    /// Whether it goes on waiting at the gate although it was cancelled.
    var isDeaf = false
    let cancelled = Visits()
    let asked = Visits()

    init(
        _ name: String,
        _ ids: [String] = [],
        failing error: SearchError? = nil,
        gate: Gate? = nil,
        isDeaf: Bool = false
    ) {
        self.name = name
        self.gate = gate
        self.isDeaf = isDeaf
        result = error.map { .failure($0) } ?? .success(ProviderResponse(hits: ids.map { hit($0) }, quotaCost: 1))
    }

    func response(for text: String, limit: Int) async throws(SearchError) -> ProviderResponse {
        await asked.add()
        if let gate {
            if isDeaf {
                await Task.detached { _ = await gate.pass() }.value
            } else if await gate.pass() == .cancelled {
                await cancelled.add()
            }
        }
        return try result.get()
    }
}

/// How often something happened, and a way to wait for the first time.
final class Visits: Sendable {
    private let gate = Gate()
    private let number = Mutex(0)

    init() { gate.open() }

    var count: Int { number.withLock { $0 } }

    func add() async {
        number.withLock { $0 += 1 }
        _ = await gate.pass()
    }

    func first() async { await gate.waitForArrivals(1) }
}
