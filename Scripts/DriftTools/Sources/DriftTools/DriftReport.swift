import Foundation
import SeekBasics
import SeekModels

/// The differences between a response and its model.
///
/// ```swift
/// for report in try DriftReport.reports(on: data) {
///     for difference in report.differences { print(difference) }   // unknown items[].snippet.publishTime (a string, 25 times)
/// }
/// ```
struct DriftReport {
    /// A difference at one path.
    struct Difference: CustomStringConvertible {
        enum Kind: String {
            /// The model does not read a member of the response.
            case unknown
            /// The response does not have a member that the model reads.
            case missing
            /// A value has a type other than the one the model reads.
            case typeMismatch
            /// The header fields announce that the resource will change or be removed (`Deprecation`, `Sunset`).
            case deprecated
            /// An item violates a rule of the model and is skipped, or the whole response cannot be decoded.
            case skipped
        }

        let kind: Kind
        /// The path, for example `items[].snippet.title`; empty for the response as a whole.
        let path: String
        /// The type in the response, or the reason why an item was skipped or the response could not be decoded; empty for
        /// a missing member.
        let detail: String
        /// The number of occurrences.
        var count = 1

        /// The difference on one line, for example `unknown items[].etag (a string, 25 times)`.
        var description: String {
            let location = path.isEmpty ? "the response" : path
            return
                "\(kind.rawValue) \(location) (\(detail.isEmpty ? "" : "\(detail), ")\(count == 1 ? "once" : "\(count) times"))"
        }
    }

    let model: APIModel
    /// The differences in the order of the response.
    let differences: [Difference]

    /// Returns a report for each response in a document. The responses are the `response` members of recorded
    /// exchanges, whose member `headers` has their header fields, or else the document itself.
    ///
    /// Responses that Seek does not decode have no report.
    ///
    /// - Throws: ``JSONSyntaxError`` if the document is not JSON.
    static func reports(on data: Data) throws(JSONSyntaxError) -> [DriftReport] {
        responses(in: try JSONValue(json: data)).compactMap { response, deprecation in
            APIModel.of(response).map { DriftReport(response, deprecation: deprecation, $0) }
        }
    }

    private static func responses(in document: JSONValue) -> [(response: JSONValue, deprecation: String?)] {
        let exchanges = (document.array ?? []).compactMap { exchange in
            exchange.object?["response"].map { ($0, deprecation(in: exchange["headers"])) }
        }
        return exchanges.isEmpty ? [(document, nil)] : exchanges
    }

    /// Returns the header fields that announce a change, such as `Deprecation: true`; nil if there are none.
    private static func deprecation(in headers: JSONValue) -> String? {
        let fields = (headers.object ?? [:]).map { ($0.lowercased(), $1.string ?? "?") }
            .filter { ["deprecation", "sunset"].contains($0.0) }
        return fields.isEmpty ? nil : fields.map { "\($0.capitalized): \($1)" }.joined(separator: ", ")
    }

    private init(_ response: JSONValue, deprecation: String?, _ model: APIModel) {
        self.model = model
        let announced = deprecation.map { [Difference(kind: .deprecated, path: "", detail: $0)] } ?? []
        let source = TracedValue(response)
        do {
            var walk = ResponseWalk(skipped: try model.decode(TracingDecoder(source)))
            walk.visit(source, path: "")
            differences = announced + walk.differences
        } catch {
            let failure = (error as? DecodingError).map { DecodingFailure($0).description } ?? "\(error)"
            differences = announced + [Difference(kind: .skipped, path: "", detail: failure)]
        }
    }
}

/// Compares a response with the values that its model has read.
private struct ResponseWalk {
    /// The errors of skipped items, by the index of the item on its page.
    let itemErrors: [Int: ModelError]
    private(set) var differences: [DriftReport.Difference] = []
    /// The index of each difference by kind, path and detail.
    private var indices: [String: Int] = [:]

    init(skipped: [SkippedItem]) {
        itemErrors = Dictionary(skipped.map { ($0.index, $0.error) }) { first, _ in first }
    }

    mutating func visit(_ value: TracedValue, path: String) {
        guard value.isRead else {
            return add(value.hasOtherType ? .typeMismatch : .unknown, path, Self.typeName(of: value.value))
        }
        func memberPath(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
        for (name, member) in value.members { visit(member, path: memberPath(name)) }
        for name in value.missingNames.sorted() { add(.missing, memberPath(name), "") }
        // Only the list of a page skips invalid items. It is the document itself or its member `items`.
        let isPage = path.isEmpty || path == "items"
        for (index, element) in value.elements.enumerated() {
            if isPage, let error = itemErrors[index] {
                add(.skipped, "\(path)[]", Self.withinItem(error))
            } else {
                visit(element, path: "\(path)[]")
            }
        }
    }

    /// Returns the path within the item and the problem, for example `snippet.title: is empty`.
    private static func withinItem(_ error: ModelError) -> String {
        let path = error.path.drop { $0 != "]" }.dropFirst().drop { $0 == "." }
        return path.isEmpty ? error.reason : "\(path): \(error.reason)"
    }

    private mutating func add(_ kind: DriftReport.Difference.Kind, _ path: String, _ detail: String) {
        let key = "\(kind.rawValue) \(path) \(detail)"
        if let index = indices[key] {
            differences[index].count += 1
        } else {
            indices[key] = differences.count
            differences.append(.init(kind: kind, path: path, detail: detail))
        }
    }

    private static func typeName(of value: JSONValue) -> String {
        switch value {
        case .object: "an object"
        case .array: "an array"
        case .string: "a string"
        case .number: "a number"
        case .bool: "a Boolean"
        case .null: "null"
        }
    }
}
