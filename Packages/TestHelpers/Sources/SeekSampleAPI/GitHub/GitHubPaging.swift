/// The page of a list that a request selects by `page` and `per_page`.
struct GitHubPaging: Sendable, Hashable {
    /// The page number, starting at 1.
    var page: Int
    /// The page size, 1...100. GitHub clamps larger values, and uses 30 for invalid ones.
    var size: Int

    init(_ request: SampleRequest) {
        page = max(request["page"].flatMap { Int($0) } ?? 1, 1)
        let requested = request["per_page"].flatMap { Int($0) } ?? 30
        size = requested < 1 ? 30 : min(requested, 100)
    }

    /// The offset of the page's first item; `Int.max` if it overflows.
    var offset: Int {
        let (offset, overflows) = (page - 1).multipliedReportingOverflow(by: size)
        return overflows ? .max : offset
    }

    func items<Item>(of list: [Item]) -> ArraySlice<Item> {
        list.dropFirst(offset).prefix(size)
    }

    /// Returns the `Link` field (RFC 8288); nil if there are no other pages.
    ///
    /// - Parameters:
    ///   - count: The number of items of the list.
    ///   - path: The absolute URL of the list, without a query.
    ///   - items: The query parameters of the request, which the links repeat unchanged, except `page`.
    func link(count: Int, path: String, items: [SampleRequest.Item]) -> String? {
        let last = (count + size - 1) / size
        guard last > 1 else { return nil }
        let otherParameters = items.filter { $0.name != "page" }.map(\.raw)
        let link = { (page: Int, relation: String) in
            "<\(path)?\((otherParameters + ["page=\(page)"]).joined(separator: "&"))>; rel=\"\(relation)\""
        }
        var links: [String] = []
        if page > 1 { links.append(link(min(page - 1, last), "prev")) }
        if page < last { links += [link(page + 1, "next"), link(last, "last")] }
        if page > 1 { links.append(link(1, "first")) }
        return links.joined(separator: ", ")
    }
}
