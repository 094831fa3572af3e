/// A page of a list, by number.
struct GitHubPaging: Sendable, Hashable {
    /// The number of the page, from 1.
    var page: Int
    /// 1...100; GitHub cuts a larger one down and takes 30 for what is no number.
    var size: Int

    init(_ request: SampleRequest) {
        page = max(request["page"].flatMap { Int($0) } ?? 1, 1)
        let asked = request["per_page"].flatMap { Int($0) } ?? 30
        size = asked < 1 ? 30 : min(asked, 100)
    }

    /// The position of the page's first item; `Int.max` for pages too far to count.
    var offset: Int {
        let (offset, overflows) = (page - 1).multipliedReportingOverflow(by: size)
        return overflows ? .max : offset
    }

    func items<Item>(of all: [Item]) -> ArraySlice<Item> {
        all.dropFirst(offset).prefix(size)
    }

    /// The `LinkHeader` field (RFC 8288), or nil where there is one page only.
    ///
    /// - Parameters:
    ///   - count: how many items there are.
    ///   - path: the list's absolute URL, without query.
    ///   - items: the request's query, which the links repeat as it was sent.
    func link(count: Int, path: String, items: [SampleRequest.Item]) -> String? {
        let last = (count + size - 1) / size
        guard last > 1 else { return nil }
        let kept = items.filter { $0.name != "page" }.map(\.raw)
        let link = { (page: Int, relation: String) in
            "<\(path)?\((kept + ["page=\(page)"]).joined(separator: "&"))>; rel=\"\(relation)\""
        }
        var links: [String] = []
        if page > 1 { links.append(link(min(page - 1, last), "prev")) }
        if page < last { links += [link(page + 1, "next"), link(last, "last")] }
        if page > 1 { links.append(link(1, "first")) }
        return links.joined(separator: ", ")
    }
}
