import Foundation
import SeekNetworking

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Status and header fields of an answer, taken out of URLSession's form.
struct ResponseHead: Sendable, Hashable {
    let status: HTTPResponse.Status
    let fields: HTTPFields

    private static let contentEncoding = HTTPField.Name("Content-Encoding")

    /// Nil where the answer is not HTTP.
    init?(_ response: URLResponse?) {
        guard let response = response as? HTTPURLResponse else { return nil }
        status = HTTPResponse.Status(code: response.statusCode)
        // A dictionary has no order; sorting gives at least always the same one.
        let pairs = response.allHeaderFields.compactMap { key, value -> HTTPField? in
            guard let name = (key as? String).flatMap(HTTPField.Name.init), let value = value as? String else {
                return nil
            }
            return HTTPField(name: name, value: value)
        }
        fields = HTTPFields(pairs.sorted { $0.name.canonicalName < $1.name.canonicalName })
    }

    /// The size of the body to come, where the header fields tell it: there is one, and it is not coded.
    func plainBodyLength(for method: HTTPRequest.Method) -> Int? {
        guard method != .head, status.code != 204, status.code != 304 else { return nil }
        guard Self.contentEncoding.flatMap({ fields[$0] }) == nil else { return nil }
        return fields[values: .contentLength].first.flatMap(Int.init)
    }
}
