#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Parts of a body (RFC 9110 §14, RFC 9111 §3.3): what may be kept of them, and cutting them out of what is stored, be it the whole
/// or a part that holds them.
extension CachePolicy {
    /// Whether an answer can be kept as a part: one part of a whole of known size, as long as it says, under a strong tag. One
    /// that varies is not kept: its variants would hide whole ones.
    static func isKeepable(part response: HTTPResponse) -> Bool {
        guard let tag = response.headerFields[values: .eTag].first, tag.hasPrefix("\"") else { return false }
        return isDivisible(response) && variance(of: response) == [] && heldRange(of: response) != nil
    }

    /// Whether a stored answer can serve an inquiry at all: not a part that it does not have, or that cannot be cut out of it.
    /// A stored part serves nothing but parts, and no conditions beside `If-Range`.
    static func canAnswer(_ stored: StoredResponse, _ inquiry: CacheLookup) -> Bool {
        switch stored.response.status.code {
        case 206:
            return !inquiry.isHead && inquiry.condition == nil && cut(of: stored.response, for: inquiry) != nil
        case 200:
            guard inquiry.range != nil, isCurrent(inquiry.ifRange, stored.response) else { return true }
            return cut(of: stored.response, for: inquiry) != nil
        default:
            return true
        }
    }

    /// The part that is wanted; nil where the whole is the answer.
    static func part(of response: HTTPResponse, for inquiry: CacheLookup) -> HTTPResponse? {
        guard let (offsets, held) = cut(of: response, for: inquiry) else { return nil }
        var part = response
        part.status = HTTPResponse.Status(code: 206, reasonPhrase: "Partial Content")
        part.headerFields[.contentRange] = "bytes \(offsets.lowerBound)-\(offsets.upperBound - 1)/\(held.size)"
        part.headerFields[.contentLength] = "\(offsets.count)"
        let start = offsets.lowerBound - held.offsets.lowerBound
        part.body = Data(response.body.dropFirst(start).prefix(offsets.count))
        return part
    }

    /// The offsets to cut out, in the whole, and what of the whole there is; nil where they cannot be cut out.
    private static func cut(of response: HTTPResponse, for inquiry: CacheLookup) -> (Range<Int>, ContentRange)? {
        guard isDivisible(response), let range = inquiry.range, isCurrent(inquiry.ifRange, response),
            let held = heldRange(of: response), let offsets = range.offsets(in: held.size),
            held.offsets.lowerBound <= offsets.lowerBound, offsets.upperBound <= held.offsets.upperBound
        else { return nil }
        return (offsets, held)
    }

    /// What of the whole body an answer holds; nil where it does not say, or has another number of bytes than it says.
    private static func heldRange(of response: HTTPResponse) -> ContentRange? {
        guard response.status.code == 206 else { return ContentRange(wholeOf: response.body.count) }
        let stated = response.headerFields[values: .contentRange]
        guard stated.count == 1, let range = ContentRange(stated[0]) else { return nil }
        return range.offsets.count == response.body.count ? range : nil
    }

    /// Offsets count in the coded bytes, and the body here is decoded.
    private static func isDivisible(_ response: HTTPResponse) -> Bool {
        response.headerFields[.contentEncoding] == nil
    }

    /// Whether `If-Range` names this very answer: by its strong tag, or its date to the letter (RFC 9110 §13.1.5).
    private static func isCurrent(_ ifRange: String?, _ response: HTTPResponse) -> Bool {
        guard let ifRange else { return true }
        if ifRange.hasPrefix("W/") { return false }
        let name = ifRange.hasPrefix("\"") ? HTTPField.Name.eTag : .lastModified
        return response.headerFields[values: name].first == ifRange
    }
}
