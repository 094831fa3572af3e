/// The part of the output of `swift package dump-package` that the tools need.
struct Manifest: Decodable, Equatable {
    var name: String
    var platforms: [Platform]
    var products: [Product]
    var targets: [Target]
    /// The dependencies, as `dump-package` prints them.
    var dependencies: [JSONValue]?
    var toolsVersion: ToolsVersion
    var swiftLanguageVersions: [String]?

    struct Platform: Decodable, Hashable {
        var platformName: String
        var version: String
    }

    struct ToolsVersion: Decodable, Equatable {
        var version: String

        enum CodingKeys: String, CodingKey {
            case version = "_version"
        }
    }

    struct Product: Decodable, Equatable {
        var name: String
        var targets: [String]
        var type: JSONValue
    }

    struct Target: Decodable, Equatable {
        var name: String
        var type: String
        var path: String?
        var sources: [String]?
        var exclude: [String]
        var dependencies: [TargetDependency]
        var settings: [JSONValue]
        var resources: [JSONValue]
        var pkgConfig: String?
        var providers: [JSONValue]?
        /// Entries of the form `{"plugin": ["name", "package"]}`.
        var pluginUsages: [JSONValue]?

        var isTest: Bool { type == "test" }
        var isSystemLibrary: Bool { type == "system" }
        var isExecutable: Bool { type == "executable" }

        /// The folder of the target's files, relative to the package: the declared path or the default.
        var folder: String {
            let parent = isTest ? "Tests" : type == "plugin" ? "Plugins" : "Sources"
            return path.map(Files.normalized) ?? "\(parent)/\(name)"
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

extension TargetDependency: Decodable {
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
}
