import Foundation
import SeekBasics
import SeekSearch
import SeekTestHelpers

/// Returns a hit. Its identity is the URL or, if there is none, the id.
func hit(_ id: String, url: String? = nil, title: String? = nil) -> SearchHit {
    SearchHit(id: id, kind: .video, source: "s", title: title ?? "t \(id)", url: url.flatMap { URL(string: $0) })
}

/// A source with one page, which it returns at once, or when a gate is opened.
struct GatedSource: SearchSource {
    let name: String
    let result: Result<SearchPage<SearchHit>, SearchError>
    let gate: Gate?
    /// Whether the source ignores cancellation while it waits at the gate.
    let ignoresCancellation: Bool
    let queryCounter = CallCounter()
    /// Counts the queries that were cancelled at the gate.
    let cancellationCounter = CallCounter()

    init(
        _ name: String,
        _ ids: [String] = [],
        failing error: SearchError? = nil,
        gate: Gate? = nil,
        ignoresCancellation: Bool = false
    ) {
        self.name = name
        self.gate = gate
        self.ignoresCancellation = ignoresCancellation
        result = error.map { .failure($0) } ?? .success(SearchPage(items: ids.map { hit($0) }))
    }

    func page(for text: String, at cursor: PageCursor?) async throws(SearchError) -> SearchPage<SearchHit> {
        await queryCounter.increment()
        if let gate {
            if ignoresCancellation {
                await Task.detached { _ = await gate.pass() }.value
            } else if await gate.pass() == .cancelled {
                await cancellationCounter.increment()
            }
        }
        return try result.get()
    }
}

/// A counter of calls. A test can wait for the first one.
final class CallCounter: Sendable {
    /// An open gate, which records that a call has arrived.
    private let gate = Gate()
    private let number = Mutex(0)

    init() { gate.open() }

    var count: Int { number.withLock { $0 } }

    func increment() async {
        number.withLock { $0 += 1 }
        _ = await gate.pass()
    }

    /// Waits for the first call.
    func waitForFirst() async { await wait(for: 1) }

    func wait(for count: Int) async { await gate.waitForArrivals(count) }
}
