import Seek

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The output format of results.
struct OutputOptions: Sendable {
    /// The fields to write as JSON; `nil` if the format is not JSON.
    var fields: [String]?
    var template: Template?

    /// Creates options for a table or TSV.
    init() {}

    /// Creates the options of an invocation.
    ///
    /// - Parameter known: The names of all fields.
    init(_ invocation: Invocation, known: [String]) throws(UsageError) {
        if let text = invocation.values[.json] {
            let names = OptionSpec.Check.list(text)
            fields = names.isEmpty ? known : names
        }
        if let text = invocation.values[.template] {
            guard text.contains("{{") else {
                throw UsageError(
                    "the template '\(SafeText.line(text))' has no {{…}}; write fields as {{.\(known.last ?? "url")}}"
                )
            }
            template = try Template(text, fields: fields ?? known)
        }
    }
}

/// Names and values: aligned on a terminal, otherwise TSV. Missing and empty values are omitted.
struct KeyValueList {
    private let pairs: [(name: String, value: String)]

    init(_ pairs: [(name: String, value: String?)]) {
        self.pairs = pairs.compactMap { name, value in value.flatMap { $0.isEmpty ? nil : (name, $0) } }
    }

    /// Returns one line per pair.
    func formatted(isTable: Bool, style: OutputStyle = OutputStyle()) -> String {
        let indent = (pairs.map(\.name.count).max() ?? 0) + 2
        return pairs.map { name, value in
            let gap = isTable ? String(repeating: " ", count: indent - name.count) : "\t"
            let text = SafeText.line(value)
            return "\(name)\(gap)\(isTable ? style.isolated(text) : text)\n"
        }.joined()
    }
}
