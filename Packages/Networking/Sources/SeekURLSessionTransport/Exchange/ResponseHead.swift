import Foundation
import SeekNetworking

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The status and the header fields of a response, converted from URLSession's types.
struct ResponseHead: Sendable, Hashable {
    let status: HTTPResponse.Status
    let fields: HTTPFields

    /// Converts a response. Returns `nil` if it is not an HTTP response.
    init?(_ response: URLResponse?) {
        guard let response = response as? HTTPURLResponse else { return nil }
        status = HTTPResponse.Status(code: response.statusCode)
        // A dictionary has no order; sorting makes the result deterministic.
        let pairs = response.allHeaderFields.compactMap { key, value -> HTTPField? in
            guard let name = (key as? String).flatMap(HTTPField.Name.init), let value = value as? String else {
                return nil
            }
            return HTTPField(name: name, value: value)
        }
        fields = HTTPFields(pairs.sorted { $0.name.canonicalName < $1.name.canonicalName })
    }

    /// Returns the size of the body in bytes, or `nil` if the response has no body, if the body is encoded, or if no
    /// field contains the size.
    func plainBodyLength(for method: HTTPRequest.Method) -> Int64? {
        guard method != .head, status.code != 204, status.code != 304 else { return nil }
        guard fields[.contentEncoding] == nil else { return nil }
        return fields[values: .contentLength].first.flatMap { Int64($0) }
    }
}
