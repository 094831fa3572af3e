import SeekModels

/// Why models and answers may differ: what is known and meant to be, by the kind of thing and the path within it.
///
/// A path, not a name: `id` below an issue's author is known, and a second `id` elsewhere is news.
enum Explanations {
    /// What is known of one kind of thing.
    struct Rules {
        /// What the API sends and the model does not read: path and reason.
        var unread: [String: String] = [:]
        /// What the model reads and the API may leave out.
        var optional: [String: String] = [:]
        /// What the model reads and the API may send as null in place of an object or an element.
        var null: [String: String] = [:]
        /// Why a thing may be left out of its page: what is wrong with it, and the reason.
        var skipped: [String: String] = [:]
    }

    /// The reason for a difference, or nil where it is news.
    static func reason(for difference: DriftReport.Difference, in model: APIModel) -> String? {
        let path = difference.path.split(separator: ".")[...]
        return reason(difference, at: path, in: Resource.page(of: model))
    }

    private static func reason(
        _ difference: DriftReport.Difference,
        at path: ArraySlice<Substring>,
        in resource: Resource
    ) -> String? {
        let rules = resource.rules
        let known =
            switch difference.kind {
            case .unknown: rules.unread[path.joined(separator: ".")]
            case .missing: rules.optional[path.joined(separator: ".")]
            case .typeMismatch where difference.detail == "null": rules.null[path.joined(separator: ".")]
            case .typeMismatch: nil as String?
            case .skipped: path.isEmpty ? rules.skipped[difference.detail] : nil
            }
        if let known { return known }
        for (place, nested) in resource.parts {
            let place = place.split(separator: ".")
            guard path.count >= place.count, zip(place, path).allSatisfy({ $0 == "*" || $0 == $1 }) else { continue }
            return reason(difference, at: path.dropFirst(place.count), in: nested)
        }
        return nil
    }

    /// Paths, separated by spaces, that have one reason.
    static func paths(_ reasons: [(reason: String, paths: String)]) -> [String: String] {
        let pairs = reasons.flatMap { entry in entry.paths.split(separator: " ").map { (String($0), entry.reason) } }
        return Dictionary(pairs) { first, _ in first }
    }
}
