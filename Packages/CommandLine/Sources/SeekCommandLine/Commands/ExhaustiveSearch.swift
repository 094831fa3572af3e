import Seek
import SeekBasics

/// A search that returns more results than the API's maximum, by searching one time window after another.
struct ExhaustiveSearch<Item: Sendable>: Sendable {
    /// A function that fetches the next page of a plan, and returns the page with the updated plan: the time windows
    /// that are left. Without a plan, it fetches the first page. It returns `nil` if the plan is complete.
    typealias Step = @Sendable (WindowPlan?) async throws(SearchError) -> (page: SearchPage<Item>, plan: WindowPlan)?

    /// The date of the service's first results.
    var earliest: Date
    /// Prepares a search in a span of time, for example by looking up the ID of a channel's handle.
    var prepare: @Sendable (Session, TimeWindow) async throws(SearchError) -> Step
}

extension WindowedSearch {
    /// Returns a function that fetches one page and converts its results.
    func step<Converted: Sendable>(
        _ convert: @escaping @Sendable (SearchPage<Item>) -> SearchPage<Converted>
    ) -> ExhaustiveSearch<Converted>.Step {
        { plan throws(SearchError) in
            var iterator = (plan.map(resuming) ?? self).makeAsyncIterator()
            guard let next = try await iterator.next() else { return nil }
            var page = next.page
            // The page of the API may contain results of earlier pages, which `next.items` omits.
            page.items = next.items
            return (convert(page), next.cursor)
        }
    }
}
