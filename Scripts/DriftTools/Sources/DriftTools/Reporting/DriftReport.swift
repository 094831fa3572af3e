import Foundation

@testable import SeekModels

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
        /// The type in the response, `a repeated member`, or the reason why an item was skipped or the response could
        /// not be decoded; empty for a missing member.
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
    /// - Throws: ``ModelError`` if the document is not JSON.
    static func reports(on data: Data) throws(ModelError) -> [DriftReport] {
        let tape = try JSONTape([UInt8](data))
        return responses(in: tape).compactMap { response in
            APIModel.of(tape, at: response.index).map { model in
                DriftReport(tape, at: response.index, deprecation: response.deprecation, model)
            }
        }
    }

    private static func responses(in tape: JSONTape) -> [(index: Int, deprecation: String?)] {
        guard tape[0].kind == .array else { return [(0, nil)] }
        var (responses, index) = ([(index: Int, deprecation: String?)](), 1)
        for _ in 0..<tape[0].count {
            if tape[index].kind == .object, let response = tape.member("response", ofObjectAt: index) {
                let headers = tape.member("headers", ofObjectAt: index)
                responses.append((response, headers.flatMap { deprecation(in: tape, at: $0) }))
            }
            index = Int(tape[index].next)
        }
        return responses.isEmpty ? [(0, nil)] : responses
    }

    /// Returns the header fields that announce a change, such as `Deprecation: true`; nil if there are none.
    private static func deprecation(in tape: JSONTape, at headers: Int) -> String? {
        guard tape[headers].kind == .object else { return nil }
        var (fields, key) = ([String](), headers + 1)
        for _ in 0..<tape[headers].count {
            if let name = tape.string(at: key)?.lowercased(), ["deprecation", "sunset"].contains(name) {
                fields.append("\(name.capitalized): \(tape.string(at: key + 1) ?? "?")")
            }
            key = Int(tape[key + 1].next)
        }
        return fields.isEmpty ? nil : fields.joined(separator: ", ")
    }

    private init(_ tape: JSONTape, at index: Int, deprecation: String?, _ model: APIModel) {
        self.model = model
        let announced = deprecation.map { [Difference(kind: .deprecated, path: "", detail: $0)] } ?? []
        let trace = DecodingTrace()
        let decoder = TapeDecoder(.init(tape, userInfo: [:], trace: trace), at: index, path: nil)
        do {
            let skipped = try model.decode(decoder)
            var walk = ResponseWalk(tape: tape, trace: trace, skipped: skipped)
            walk.visit(index, path: "")
            differences = announced + walk.differences
        } catch {
            differences = announced + [Difference(kind: .skipped, path: "", detail: "\(ModelError(error))")]
        }
    }
}

/// Compares a response with the values that its model has read.
private struct ResponseWalk {
    let tape: JSONTape
    let trace: DecodingTrace
    /// The errors of skipped items, by the index of the item on its page.
    let itemErrors: [Int: ModelError]
    private(set) var differences: [DriftReport.Difference] = []
    /// The index of each difference by kind, path and detail.
    private var indices: [String: Int] = [:]

    init(tape: JSONTape, trace: DecodingTrace, skipped: [SkippedItem]) {
        self.tape = tape
        self.trace = trace
        itemErrors = Dictionary(skipped.map { ($0.index, $0.error) }) { first, _ in first }
    }

    mutating func visit(_ index: Int, path: String) {
        guard trace.readEntries.contains(index) else {
            return add(trace.mismatchedEntries.contains(index) ? .typeMismatch : .unknown, path, typeName(index))
        }
        switch tape[index].kind {
        case .object: visitMembers(index, path)
        case .array: visitElements(index, path)
        default: break
        }
    }

    private mutating func visitMembers(_ index: Int, _ path: String) {
        var (key, seen) = (index + 1, Set<String>())
        for _ in 0..<tape[index].count {
            let name = tape.string(at: key) ?? "?"
            let memberPath = path.isEmpty ? name : "\(path).\(name)"
            if seen.insert(name).inserted {
                visit(key + 1, path: memberPath)
            } else {
                add(.unknown, memberPath, "a repeated member")
            }
            key = Int(tape[key + 1].next)
        }
        for name in (trace.missingMembers[index] ?? []).sorted() {
            add(.missing, path.isEmpty ? name : "\(path).\(name)", "")
        }
    }

    private mutating func visitElements(_ index: Int, _ path: String) {
        // Only the list of a page skips invalid items. It is the document itself or its member `items`.
        let isPage = path.isEmpty || path == "items"
        var element = index + 1
        for number in 0..<Int(tape[index].count) {
            if isPage, let error = itemErrors[number] {
                add(.skipped, "\(path)[]", Self.withinItem(error))
            } else {
                visit(element, path: "\(path)[]")
            }
            element = Int(tape[element].next)
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

    private func typeName(_ index: Int) -> String {
        switch tape[index].kind {
        case .object: "an object"
        case .array: "an array"
        case .string: "a string"
        case .number: "a number"
        case .true, .false: "a Boolean"
        case .null: "null"
        }
    }
}
