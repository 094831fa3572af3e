import SeekModels

/// The known differences between models and responses, by the kind of resource and the path within it. Differences are
/// identified by path, not by name: the `id` of an issue's author is known, but an `id` elsewhere is new.
enum Explanations {
    /// The known differences in a kind of resource.
    struct Rules {
        /// The reasons why the model ignores members, by path.
        var unread: [String: String] = [:]
        /// The reasons why the API may omit members.
        var optional: [String: String] = [:]
        /// The reasons why the API may send null instead of an object or an element.
        var null: [String: String] = [:]
        /// The reasons why items may be skipped, by path and problem.
        var skipped: [String: String] = [:]
    }

    /// Returns the reason for a difference, or nil if it is new.
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
        let ownReason =
            switch difference.kind {
            case .unknown: rules.unread[path.joined(separator: ".")]
            case .missing: rules.optional[path.joined(separator: ".")]
            case .typeMismatch where difference.detail == "null": rules.null[path.joined(separator: ".")]
            case .typeMismatch: nil as String?
            case .skipped: path.isEmpty ? rules.skipped[difference.detail] : nil
            }
        if let ownReason { return ownReason }
        for (nestedPath, nested) in resource.parts {
            let prefix = nestedPath.split(separator: ".")
            guard path.count >= prefix.count, zip(prefix, path).allSatisfy({ $0 == "*" || $0 == $1 }) else { continue }
            return reason(difference, at: path.dropFirst(prefix.count), in: nested)
        }
        return nil
    }

    /// Returns the reasons by path. In the argument, the paths of a reason are separated by spaces. The first reason
    /// for a path is used.
    static func paths(_ reasons: [(reason: String, paths: String)]) -> [String: String] {
        let pairs = reasons.flatMap { entry in entry.paths.split(separator: " ").map { (String($0), entry.reason) } }
        return Dictionary(pairs) { first, _ in first }
    }
}
