/// The source code of declarations in a manifest.
enum ManifestText {
    /// Returns `.target(name: "A", dependencies: […], path: "…", swiftSettings: […])`, or nil if an argument is not
    /// supported.
    static func declaration(
        of target: Manifest.Target,
        dependencies: [String],
        path: String?,
        includesSettings: Bool
    ) -> String? {
        let functions = [
            "regular": ".target", "test": ".testTarget", "executable": ".executableTarget", "system": ".systemLibrary",
        ]
        guard let function = functions[target.type], target.resources.isEmpty, target.exclude.isEmpty,
            target.sources == nil
        else { return nil }
        var arguments = ["name: \"\(target.name)\""]
        if !dependencies.isEmpty { arguments.append("dependencies: [\(dependencies.joined(separator: ", "))]") }
        if let path { arguments.append("path: \"\(path)\"") }
        if let library = target.pkgConfig { arguments.append("pkgConfig: \"\(library)\"") }
        let providers = (target.providers ?? []).compactMap(provider)
        if !providers.isEmpty { arguments.append("providers: [\(providers.joined(separator: ", "))]") }
        if includesSettings {
            guard let written = settings(target.settings) else { return nil }
            arguments += written.map { "\($0.label): \($0.value)" }
        }
        return "\(function)(\(arguments.joined(separator: ", ")))"
    }

    private static func provider(_ provider: JSONValue) -> String? {
        guard case .object(let members) = provider, let (kind, value) = members.first else { return nil }
        // The names are in a nested or a plain array.
        let names = value.array.first?.strings ?? value.strings
        return ".\(kind)([\(names.map { "\"\($0)\"" }.joined(separator: ", "))])"
    }

    /// Returns a dependency on a target of the same manifest.
    static func dependency(_ target: String, condition: JSONValue?) -> String {
        guard let condition = conditionText(condition) else { return "\"\(target)\"" }
        return ".target(name: \"\(target)\", condition: \(condition))"
    }

    /// Returns the settings as arguments of a target, or nil for an unknown kind.
    static func settings(_ settings: [JSONValue]) -> [(label: String, value: String)]? {
        let labels = ["c": "cSettings", "cxx": "cxxSettings", "swift": "swiftSettings", "linker": "linkerSettings"]
        var groups: [String: [String]] = [:]
        for setting in settings {
            guard let tool = setting["tool"]?.string, labels[tool] != nil,
                case .object(let kinds)? = setting["kind"], let (kind, value) = kinds.first,
                let argument = value["_0"]?.string
            else { return nil }
            let condition = conditionText(setting["condition"]).map { ", \($0)" } ?? ""
            groups[tool, default: []].append(".\(kind)(\"\(argument)\"\(condition))")
        }
        return ["c", "cxx", "swift", "linker"].compactMap { tool in
            guard let group = groups[tool], let label = labels[tool] else { return nil }
            return (label, "[\(group.joined(separator: ", "))]")
        }
    }

    /// Returns `.when(platforms: [.linux])`, or nil without a condition.
    private static func conditionText(_ condition: JSONValue?) -> String? {
        guard let condition, condition != .null else { return nil }
        let platformNames = [
            "macos": "macOS", "ios": "iOS", "tvos": "tvOS", "watchos": "watchOS", "visionos": "visionOS",
            "maccatalyst": "macCatalyst", "driverkit": "driverKit",
        ]
        let platforms = (condition["platformNames"]?.strings ?? []).map { "." + (platformNames[$0] ?? $0) }
        var parts = platforms.isEmpty ? [] : ["platforms: [\(platforms.joined(separator: ", "))]"]
        if let configuration = condition["config"]?.string { parts.append("configuration: .\(configuration)") }
        return parts.isEmpty ? nil : ".when(\(parts.joined(separator: ", ")))"
    }
}
