import Foundation

extension Outline {
    /// Returns the names of the targets that differ from those of an earlier outline, and of the targets in products
    /// that differ; nil if the difference may concern all targets.
    func changedTargets(since old: Outline) -> Set<String>? {
        guard !digest.isEmpty, digest == old.digest else { return nil }
        let targets = Set(targets).symmetricDifference(old.targets).map(\.name)
        let products = Set(products).symmetricDifference(old.products).flatMap(\.targets)
        return Set(targets + products)
    }

    /// Adds the hashes of the parts of `dump`, the output of `swift package dump-package`; adds none if it does not
    /// have the same number of targets and products. The output contains full paths of local packages, which are hashed
    /// relative to `folder`, in which the manifest was evaluated.
    mutating func addDigests(dump: String, folder: String) {
        guard case .object(var members) = JSONValue(parsing: Data(dump.utf8))?.relocated(from: folder) else { return }
        let targetDigests = (members.removeValue(forKey: "targets")?.array ?? []).map { StableHash.hex("\($0)") }
        let productDigests = (members.removeValue(forKey: "products")?.array ?? []).map { StableHash.hex("\($0)") }
        guard targetDigests.count == targets.count, productDigests.count == products.count else { return }
        for (index, digest) in targetDigests.enumerated() { targets[index].digest = digest }
        for (index, digest) in productDigests.enumerated() { products[index].digest = digest }
        digest = StableHash.hex("\(JSONValue.object(members))")
    }
}

extension JSONValue {
    /// Returns the value with full paths made relative: for the folder `/a/b`, `/a/c` becomes `1 up/c`.
    fileprivate func relocated(from folder: String) -> JSONValue {
        var folders: [String] = []
        var folder = Files.normalized(folder)
        while folder != "/" {
            folders.append(folder)
            folder = Files.parent(of: folder)
        }
        return replacingStrings { text in
            guard text.hasPrefix("/") else { return text }
            let path = Files.normalized(text)
            guard let steps = folders.firstIndex(where: { path == $0 || path.hasPrefix($0 + "/") }) else { return text }
            return "\(steps) up" + path.dropFirst(folders[steps].count)
        }
    }

    private func replacingStrings(_ replacement: (String) -> String) -> JSONValue {
        switch self {
        case .string(let text): .string(replacement(text))
        case .array(let values): .array(values.map { $0.replacingStrings(replacement) })
        case .object(let members): .object(members.mapValues { $0.replacingStrings(replacement) })
        case .null, .bool, .number: self
        }
    }
}
