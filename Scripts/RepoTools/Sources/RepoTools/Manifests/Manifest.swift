import SeekBasics

/// The part of the output of `swift package dump-package` that the tools need.
struct Manifest: Codable, Equatable {
    var name: String
    var platforms: [Platform]
    var products: [Product]
    var targets: [Target]
    /// The folders of local packages it depends on, relative to its own folder.
    var localDependencies: [String]
    var toolsVersion: ToolsVersion
    var swiftLanguageVersions: [String]?
    /// The hash of everything that the manifest declares except targets and products.
    var digest: String
    var text: Text

    /// The text of the manifest, as far as the tools need it.
    struct Text: Codable, Equatable {
        var digest = ""
        /// Whether it contains `#if`, so that another platform may see other declarations.
        var isConditional = false
        /// Whether the declarations depend on nothing else.
        var isSelfContained = true
    }

    struct Platform: Codable, Hashable {
        var platformName: String
        var version: String
    }

    struct ToolsVersion: Codable, Equatable {
        var version: String

        enum CodingKeys: String, CodingKey {
            case version = "_version"
        }
    }

    struct Product: Codable, Equatable {
        var name: String
        var targets: [String]
        var type: JSONValue
        /// The hash of the complete declaration.
        var digest: String
    }

    struct Target: Codable, Equatable {
        var name: String
        var type: String
        var path: String?
        var sources: [String]?
        var exclude: [String]
        var dependencies: [TargetDependency]
        var settings: [JSONValue]
        var resources: [JSONValue]
        var publicHeadersPath: String?
        var pkgConfig: String?
        var providers: [JSONValue]?
        /// Entries of the form `{"plugin": ["name", "package"]}`.
        var pluginUsages: [JSONValue]?
        /// The hash of the complete declaration.
        var digest: String

        var isTest: Bool { type == "test" }
        var isSystemLibrary: Bool { type == "system" }
        var isExecutable: Bool { type == "executable" }

        /// The name of the module: characters that an identifier cannot contain are replaced, as SwiftPM does.
        var module: String {
            let characters = name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" }
            return (characters.first?.isNumber == true ? "_" : "") + String(characters)
        }

        /// The folder of the target's files, relative to the package: the declared path or the default.
        var folder: String { path.map(Files.normalized) ?? Self.defaultFolders(type)[0] + "/" + name }

        /// The folders in which SwiftPM looks for a target without a path: the first that exists is used.
        static func defaultFolders(_ type: String) -> [String] {
            let sources = ["Sources", "Source", "src", "srcs"]
            return type == "plugin" ? ["Plugins"] : type == "test" ? ["Tests"] + sources : sources
        }
    }
}

struct TargetDependency: Hashable {
    var name: String
    /// The package named by `.product(name:package:)`; nil for `.target` and for a plain string.
    var package: String?
    /// The condition as `dump-package` prints it, or nil.
    var condition: JSONValue?
}

extension TargetDependency: Codable {
    private enum CodingKeys: String, CodingKey {
        case byName, target, product
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let key = container.allKeys.first ?? .byName
        // The name, for a product its package, and last the condition or null.
        let parts = try container.decode([JSONValue].self, forKey: key)
        guard let name = parts.first?.string else {
            throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: "a name is missing")
        }
        self.name = name
        self.package = key == .product && parts.count > 1 ? parts[1].string : nil
        self.condition = parts.count > 1 && parts.last != .null && parts.last?.string == nil ? parts.last : nil
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        let condition = self.condition ?? .null
        if let package {
            try container.encode([.string(name), .string(package), .null, condition], forKey: .product)
        } else {
            try container.encode([.string(name), condition], forKey: .byName)
        }
    }
}

extension Manifest {
    /// Returns the names of the targets that are declared differently from an earlier manifest, and of the targets in
    /// products that differ; nil if the difference may concern all targets.
    func changedTargets(since old: Manifest) -> Set<String>? {
        // Another platform may see a difference that this one does not.
        if text.digest != old.text.digest, text.isConditional || old.text.isConditional { return nil }
        guard digest == old.digest else { return nil }
        let digests = Set((targets.map(\.digest) + products.map(\.digest)))
        let common = digests.intersection(old.targets.map(\.digest) + old.products.map(\.digest))
        let differing = (targets + old.targets).filter { !common.contains($0.digest) }.map(\.name)
        return Set(
            differing + (products + old.products).filter { !common.contains($0.digest) }.flatMap(\.targets)
        )
    }
}
