/// The part of a manifest that determines dependencies, and hashes of the rest. It is small, so that a thousand
/// outlines are read in milliseconds.
struct Outline: Equatable {
    struct Target: Hashable {
        enum Kind: String {
            /// A target that is neither a test nor a remote binary.
            case ordinary = "o"
            case test = "t"
            /// A remote binary, which has no folder.
            case remote = "r"
        }

        var name: String
        var kind: Kind
        /// The declared folder, or the default folder of a plugin, relative to the package; nil for the default folder
        /// of any other target.
        var path: String?
        var dependencies: [Dependency]
        /// The hash of the complete declaration; empty if it is unknown.
        var digest = ""
    }

    struct Dependency: Hashable {
        var name: String
        /// The name in `.product(package:)`, or the folder's name if the manifest gives the package another name; nil
        /// if the dependency names no package.
        var package: String?
    }

    struct Product: Hashable {
        var name: String
        var targets: [String]
        /// The hash of the complete declaration; empty if it is unknown.
        var digest = ""
    }

    var targets: [Target]
    var products: [Product]
    /// The hash of what is declared for the whole package; empty if the manifest cannot be compared with another.
    var digest = ""
}

extension Outline {
    init(_ manifest: Manifest) {
        let aliases = Self.aliases(manifest.dependencies ?? [])
        products = manifest.products.map { Product(name: $0.name, targets: $0.targets) }
        targets = manifest.targets.map { target in
            let plugins = (target.pluginUsages ?? []).compactMap { usage -> Dependency? in
                let parts = usage["plugin"]?.array ?? []
                guard let name = parts.first?.string else { return nil }
                return Dependency(name: name, package: parts.count > 1 ? parts[1].string : nil)
            }
            let needs = target.dependencies.map { Dependency(name: $0.name, package: $0.package) } + plugins
            return Target(
                name: target.name,
                kind: target.isTest ? .test : target.type == "binary" && target.path == nil ? .remote : .ordinary,
                path: target.path.map(Files.normalized) ?? (target.type == "plugin" ? "Plugins/\(target.name)" : nil),
                dependencies: needs.map { need in
                    guard let package = need.package else { return need }
                    return Dependency(name: need.name, package: aliases[package.lowercased()] ?? package)
                }
            )
        }
    }

    /// Returns the folder name of each local package by its lowercase names in the manifest.
    private static func aliases(_ dependencies: [JSONValue]) -> [String: String] {
        var aliases: [String: String] = [:]
        for dependency in dependencies.flatMap({ $0["fileSystem"]?.array ?? [] }) {
            guard let folder = dependency["path"]?.string.map({ Files.name(of: $0) }) else { continue }
            for key in ["identity", "nameForTargetDependencyResolutionOnly"] {
                if let name = dependency[key]?.string { aliases[name.lowercased()] = folder }
            }
        }
        return aliases
    }

    // MARK: One line of text

    /// The control characters between the parts of a line.
    private enum Separator: UInt8 {
        case part = 0x1C
        case item, record, field

        var text: String { String(UnicodeScalar(rawValue)) }
    }

    /// The outline as a line of text, or nil if a name contains a separator or a line break. The records are `m` with
    /// the digest of the manifest, one for each target, which begins with its kind, and `p` for each product.
    var line: String? {
        let targetRecords = targets.map { target in
            let needs = target.dependencies.map {
                ([$0.name] + [$0.package].compactMap(\.self)).joined(separator: Separator.part.text)
            }
            let fields = [
                target.kind.rawValue, target.name, target.path ?? "", needs.joined(separator: Separator.item.text),
                target.digest,
            ]
            return fields.joined(separator: Separator.field.text)
        }
        let productRecords = products.map { product in
            ["p", product.name, product.targets.joined(separator: Separator.item.text), product.digest]
                .joined(separator: Separator.field.text)
        }
        let packageRecords = digest.isEmpty ? [] : [["m", digest, ""].joined(separator: Separator.field.text)]
        let text = (packageRecords + targetRecords + productRecords).joined(separator: Separator.record.text)
        return Outline(line: text[...]) == self && !text.contains(where: \.isNewline) ? text : nil
    }

    /// Parses a line; nil if it is invalid.
    init?(line: Substring) {
        targets = []
        products = []
        for record in line.utf8.split(separator: Separator.record.rawValue) {
            let fields = record.split(separator: Separator.field.rawValue, omittingEmptySubsequences: false)
            func items(_ field: Substring.UTF8View.SubSequence) -> [Substring.UTF8View.SubSequence] {
                field.split(separator: Separator.item.rawValue)
            }
            guard let kind = fields.first.map({ String(Substring($0)) }), fields.count > 2 else { return nil }
            let name = String(Substring(fields[1]))
            if kind == "m" {
                digest = name
                continue
            }
            if kind == "p", fields.count == 4 {
                let targets = items(fields[2]).map { String(Substring($0)) }
                products.append(Product(name: name, targets: targets, digest: String(Substring(fields[3]))))
                continue
            }
            guard let kind = Target.Kind(rawValue: kind), fields.count == 5 else { return nil }
            let needs = items(fields[3]).map { item in
                let parts = item.split(separator: Separator.part.rawValue).map { String(Substring($0)) }
                return Dependency(name: parts.first ?? "", package: parts.count > 1 ? parts[1] : nil)
            }
            let path = String(Substring(fields[2]))
            targets.append(
                Target(
                    name: name,
                    kind: kind,
                    path: path.isEmpty ? nil : path,
                    dependencies: needs,
                    digest: String(Substring(fields[4]))
                )
            )
        }
    }
}
