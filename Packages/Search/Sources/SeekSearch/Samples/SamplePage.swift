import SeekBasics
import SeekNetworking

/// A page of sample items. Pages are numbered, starting at 1.
struct SamplePage<Item> {
    /// The maximum number of items per page: small, so that previews can load a second page.
    static var maximumSize: Int { 8 }

    let items: [Item]
    /// The number of items on all pages.
    let total: Int64
    /// The number of the next page; nil on the last page.
    let next: String?

    /// Creates a page of at most ``maximumSize`` of all items. The number and the size are the values of the request's
    /// parameters; nil, or text that is not a number, means the first page and the maximum size.
    init(of all: [Item], number: String?, size: String?) {
        let size = (size.flatMap { Int($0) } ?? Self.maximumSize).clamped(to: 1...Self.maximumSize)
        // All pages after the last are empty.
        let number = (number.flatMap { Int($0) } ?? 1).clamped(to: 1...(all.count + 1))
        let start = (number - 1) * size
        items = Array(all.dropFirst(start).prefix(size))
        total = Int64(all.count)
        next = start + size < all.count ? String(number + 1) : nil
    }
}

extension QueryParameters {
    func value(of name: String) -> String? { items.first { $0.name == name }?.value }
}

extension HTTPResponse {
    /// Creates a response whose body is a model, encoded as the service sends it.
    init(sample: some Encodable, headerFields: HTTPFields = [:]) {
        // Encoding cannot fail: the models contain no numbers that JSON cannot represent.
        self.init(headerFields: headerFields, body: (try? JSONEncoder().encode(sample)) ?? Data())
        self.headerFields[.contentType] = "application/json; charset=utf-8"
    }
}

/// Returns the URL of a constant, valid string.
func sampleURL(_ text: String) -> URL { URL(string: text) ?? URL(filePath: "/") }
