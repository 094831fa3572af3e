import SeekBasics
import SeekNetworking

/// A page of sample items. Pages are numbered, starting at 1.
struct SamplePage {
    /// The maximum number of items per page: small, so that previews can load a second page.
    static let maximumSize = 8

    let items: [JSONValue]
    /// The number of items on all pages.
    let total: Int
    /// The number of the next page; nil on the last page.
    let next: Int?

    /// Creates a page of at most ``maximumSize`` of all items. The number and the size are the values of the request's
    /// parameters; nil, or text that is not a number, means the first page and the maximum size.
    init(of all: [JSONValue], number: String?, size: String?) {
        let size = (size.flatMap { Int($0) } ?? Self.maximumSize).clamped(to: 1...Self.maximumSize)
        // All pages after the last are empty.
        let number = (number.flatMap { Int($0) } ?? 1).clamped(to: 1...(all.count + 1))
        let start = (number - 1) * size
        items = Array(all.dropFirst(start).prefix(size))
        total = all.count
        next = start + size < total ? number + 1 : nil
    }
}

extension QueryParameters {
    func value(of name: String) -> String? { items.first { $0.name == name }?.value }
}

extension HTTPResponse {
    init(sample: JSONValue, headerFields: HTTPFields = [:]) {
        self.init(headerFields: headerFields, body: sample.data)
        self.headerFields[.contentType] = "application/json; charset=utf-8"
    }
}
