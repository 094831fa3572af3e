import SeekNetworking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A request as the two APIs see it: path and query decoded, as servers decode them.
struct SampleRequest {
    /// One item of the query: as it was sent, and decoded.
    struct Item {
        var raw: String
        var name: String
        var value: String
    }

    /// The path's segments, decoded.
    let path: [String]
    let items: [Item]
    /// Where the client believes the server to be: `http://127.0.0.1:8080`.
    let origin: String
    private let fields: HTTPFields

    private static let host = HTTPField.Name(constant: "Host")

    init(_ request: HTTPRequest) {
        let text = request.url.absoluteString.prefix { $0 != "#" }
        let start = text.firstRange(of: "://").map(\.upperBound) ?? text.startIndex
        let end = text[start...].firstIndex { $0 == "/" || $0 == "?" } ?? text.endIndex
        let target = text[end...]
        let rawPath = target.prefix { $0 != "?" }
        path = rawPath.split(separator: "/").map { Self.decoded($0, plusIsSpace: false) }
        items = target.dropFirst(rawPath.count + 1).split(separator: "&").map(Self.item)
        fields = request.headerFields
        origin = Self.origin(String(text[..<end]), host: request.headerFields[Self.host])
    }

    /// The last value of a query item; nil where it is missing.
    subscript(name: String) -> String? { items.last { $0.name == name }?.value }

    subscript(field name: HTTPField.Name) -> String? { fields[values: name].first }

    private static func item(_ raw: Substring) -> Item {
        let name = raw.prefix { $0 != "=" }
        return Item(
            raw: String(raw),
            name: decoded(name, plusIsSpace: true),
            value: decoded(raw.dropFirst(name.count + 1), plusIsSpace: true)
        )
    }

    /// What the client wrote into `Host` is the name under which it knows the server; links must keep to that origin.
    private static func origin(_ origin: String, host: String?) -> String {
        guard let host, !host.isEmpty, let scheme = origin.firstRange(of: "://"),
            let url = URL(string: "\(origin[..<scheme.lowerBound])://\(host)"), Origin(url) != nil
        else { return origin }
        return url.absoluteString
    }

    /// Percent-decodes; a `%` without two digits stays, broken UTF-8 becomes U+FFFD.
    private static func decoded(_ text: Substring, plusIsSpace: Bool) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
            return String(text)
        }
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2, let high = hexDigit(digits.first),
                let low = hexDigit(digits.last)
            {
                bytes.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func hexDigit(_ byte: UInt8?) -> UInt8? {
        byte.flatMap { Character(Unicode.Scalar($0)).hexDigitValue }.map(UInt8.init)
    }
}
