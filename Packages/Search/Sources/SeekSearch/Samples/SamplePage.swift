import SeekBasics
import SeekNetworking

/// A page of sample items.
struct SamplePage {
    /// The maximum number of items per page: small, so that previews can load a second page.
    static let maximumSize = 8

    /// The items of the page.
    let items: [JSONValue]
    /// The number of items on all pages.
    let total: Int
    /// The position of the first item of the next page; nil on the last page.
    let next: Int?

    /// Creates a page of at most ``maximumSize`` items.
    ///
    /// - Parameters:
    ///   - all: The items of all pages.
    ///   - start: The position of the first item.
    ///   - size: The requested number of items.
    init(of all: [JSONValue], from start: Int, size: Int?) {
        let size = Self.size(size)
        items = Array(all.dropFirst(max(0, start)).prefix(size))
        total = all.count
        next = start + items.count < all.count && !items.isEmpty ? start + items.count : nil
    }

    /// Returns the number of items of each page but the last, for a requested number of items per page.
    static func size(_ requested: Int?) -> Int { min(max(1, requested ?? maximumSize), maximumSize) }
}

extension QueryParameters {
    /// Returns the first value of a parameter.
    func value(of name: String) -> String? { items.first { $0.name == name }?.value }
}

extension HTTPResponse {
    /// Creates a sample with a JSON body.
    init(sample: JSONValue, headerFields: HTTPFields = [:]) {
        self.init(headerFields: headerFields, body: sample.data)
        self.headerFields[.contentType] = "application/json; charset=utf-8"
    }
}
