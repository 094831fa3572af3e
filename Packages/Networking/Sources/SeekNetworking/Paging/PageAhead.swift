/// A page that is asked for ahead of its use. Whoever drops it gives it up.
final class PageAhead<Page: Sendable, Cursor: Hashable & Sendable, Failure: Error>: Sendable {
    private let task: Task<Result<(page: Page, next: Cursor?), Failure>, Never>

    /// Starts asking.
    init(at cursor: Cursor, fetch: @escaping PageSequence<Page, Cursor, Failure>.Fetch) {
        task = Task {
            do throws(Failure) {
                return .success(try await fetch(cursor))
            } catch {
                return .failure(error)
            }
        }
    }

    deinit {
        task.cancel()
    }

    /// The page, once it is there. The cancellation of the calling task cancels the asking too.
    func value() async throws(Failure) -> (page: Page, next: Cursor?) {
        let outcome = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        return try outcome.get()
    }
}
