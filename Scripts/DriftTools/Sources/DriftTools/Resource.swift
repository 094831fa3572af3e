/// A kind of resource in responses, with the known differences between its model and the API.
///
/// Differences are identified by their path within the resource, not by name alone: that the `id` of an account is
/// known does not make a new `id` of another resource known.
struct Resource: Sendable {
    /// The reasons why the model ignores members, by path.
    var unread: [String: String] = [:]
    /// The reasons why the API may omit members, by path.
    var optional: [String: String] = [:]
    /// The reason why the API may omit all members but the named ones; nil if only those in ``optional`` may be missing.
    var mayOmit: (reason: String, allBut: Set<String>)?
    /// The reasons why the API may send null instead of an object or an element, by path.
    var null: [String: String] = [:]
    /// The reasons why an item may be skipped, by the path and problem of its invalid member: `number: is missing`.
    var skipped: [String: String] = [:]
    /// Why a deprecation that the API announces for the resource does not affect Seek; nil if each must be examined.
    var deprecation: String?
    /// The resources within this one, by path. `*` matches any name, because thumbnails are a dictionary.
    var parts: [(path: String, resource: Resource)] = []

    /// Returns the reason for a difference, or nil if it is new.
    func reason(for difference: DriftReport.Difference) -> String? {
        reason(for: difference, at: difference.path.split(separator: ".")[...])
    }

    private func reason(for difference: DriftReport.Difference, at path: ArraySlice<Substring>) -> String? {
        let joinedPath = path.joined(separator: ".")
        let ownReason =
            switch difference.kind {
            case .unknown: unread[joinedPath]
            case .missing: optional[joinedPath] ?? reasonForOmitting(path)
            case .typeMismatch: difference.detail == "null" ? null[joinedPath] : nil
            case .deprecated: deprecation
            case .skipped: path.isEmpty ? skipped[difference.detail] : nil
            }
        if let ownReason { return ownReason }
        for part in parts {
            let prefix = part.path.split(separator: ".")
            guard path.count >= prefix.count, zip(prefix, path).allSatisfy({ $0 == "*" || $0 == $1 }) else { continue }
            return part.resource.reason(for: difference, at: path.dropFirst(prefix.count))
        }
        return nil
    }

    private func reasonForOmitting(_ path: ArraySlice<Substring>) -> String? {
        guard let mayOmit, path.count == 1, let member = path.first, !mayOmit.allBut.contains(String(member)) else {
            return nil
        }
        return mayOmit.reason
    }

    /// Returns the reasons by path. In the argument, the paths of a reason are separated by spaces. The first reason
    /// for a path is used.
    static func reasons(_ entries: [(reason: String, paths: String)]) -> [String: String] {
        let pairs = entries.flatMap { entry in entry.paths.split(separator: " ").map { (String($0), entry.reason) } }
        return Dictionary(pairs) { first, _ in first }
    }
}
