import SeekBasics

/// The source code of declarations in a manifest, from the values that `dump-package` prints.
enum ManifestText {
    private static let functions = [
        "regular": ".target", "test": ".testTarget", "executable": ".executableTarget", "system": ".systemLibrary",
        "macro": ".macro",
    ]

    /// Returns `.target(…)` with an argument per line. Throws an error if a declaration is not supported.
    static func declaration(
        of target: Manifest.Target,
        dependencies: [String],
        path: String,
        commonSettings: String?,
        place: String
    ) throws(RepoError) -> String {
        let settings = settings(target.settings)
        let resources = target.resources.compactMap(resource)
        guard let function = functions[target.type], (target.pluginUsages ?? []).isEmpty,
            resources.count == target.resources.count, settings.allSatisfy({ !$0.isEmpty })
        else {
            throw RepoError("\(place): \(target.name) has a type, plugin, resource or setting that cannot be generated")
        }
        func argument(_ label: String, _ values: [String]) -> String? {
            values.isEmpty ? nil : "\(label): [\(values.joined(separator: ", "))]"
        }
        let arguments =
            [
                "name: \"\(target.name)\"", argument("dependencies", dependencies), "path: \"\(path)\"",
                argument("exclude", target.exclude.map(quoted)),
                argument("sources", (target.sources ?? []).map(quoted)),
                argument("resources", resources), target.publicHeadersPath.map { "publicHeadersPath: \(quoted($0))" },
                target.pkgConfig.map { "pkgConfig: \(quoted($0))" },
                argument("providers", (target.providers ?? []).compactMap(provider)),
            ].compactMap(\.self) + settings.map { $0 == commonSettings ? "swiftSettings: settings" : $0 }
        let lines = arguments.map { argument -> String in
            let line = "    \(argument)"
            // The target is indented by eight columns, and a comma follows.
            guard line.count > 110, let label = argument.firstRange(of: ": [") else { return line }
            let start = argument[..<argument.index(before: label.upperBound)]
            return "    \(start)\(list(String(argument[start.endIndex...]), indentation: 4))"
        }
        return "\(function)(\n\(lines.joined(separator: ",\n"))\n)"
    }

    /// Returns an array with an element per line, and a long call with an argument per line.
    static func list(_ array: String, indentation: Int) -> String {
        let space = String(repeating: " ", count: indentation)
        let elements = elements(of: array).map { element -> String in
            // Targets are indented by eight columns.
            guard element.count + indentation > 100, element.hasSuffix(")"), let start = element.firstIndex(of: "(")
            else { return element }
            let arguments = Self.elements(of: String(element[start...])).map { "\(space)        \($0)" }
            return element[...start] + "\n" + arguments.joined(separator: ",\n") + "\n\(space)    )"
        }
        return "[\n" + elements.map { "\(space)    \($0)\(elements.count > 1 ? "," : "")\n" }.joined() + "\(space)]"
    }

    /// Returns the elements of the text of an array; commas in nested parentheses do not count.
    private static func elements(of array: String) -> [String] {
        var elements = [""]
        var depth = 0
        for character in array.dropFirst().dropLast() {
            depth += "([".contains(character) ? 1 : ")]".contains(character) ? -1 : 0
            if depth == 0, character == "," {
                elements.append("")
            } else if character != " " || !(elements.last ?? "").isEmpty {
                elements[elements.endIndex - 1].append(character)
            }
        }
        return elements
    }

    private static func quoted(_ text: String) -> String { "\"\(text)\"" }

    static func product(_ product: Manifest.Product) -> String {
        let targets = product.targets.map(quoted).joined(separator: ", ")
        guard let kind = product.type["library"].strings.first else {
            return ".executable(name: \"\(product.name)\", targets: [\(targets)])"
        }
        let type = kind == "automatic" ? "" : ", type: .\(kind)"
        return ".library(name: \"\(product.name)\"\(type), targets: [\(targets)])"
    }

    /// Returns `platforms: [.macOS(.v15)]`, or nil if there are none.
    static func platforms(_ manifest: Manifest) -> String? {
        let platforms = manifest.platforms.map { platform in
            let parts = platform.version.split(separator: ".")
            let version = parts.last == "0" ? ".v" + parts.dropLast().joined(separator: "_") : quoted(platform.version)
            return ".\(name(ofPlatform: platform.platformName))(\(version))"
        }
        return platforms.isEmpty ? nil : "platforms: [\(platforms.joined(separator: ", "))]"
    }

    static func languageModes(_ manifest: Manifest) -> String? {
        manifest.swiftLanguageVersions.map { "swiftLanguageModes: [\($0.map { ".v\($0)" }.joined(separator: ", "))]" }
    }

    private static func name(ofPlatform platform: String) -> String {
        [
            "macos": "macOS", "ios": "iOS", "tvos": "tvOS", "watchos": "watchOS", "visionos": "visionOS",
            "maccatalyst": "macCatalyst", "driverkit": "driverKit",
        ][platform] ?? platform
    }

    private static func provider(_ provider: JSONValue) -> String? {
        guard case .object(let members) = provider, let (kind, value) = members.first else { return nil }
        // The names are in a nested or a plain array.
        let names = value.elements.first?.strings ?? value.strings
        return ".\(kind)([\(names.map(quoted).joined(separator: ", "))])"
    }

    private static func resource(_ resource: JSONValue) -> String? {
        guard let path = resource["path"].string, case .object(let rule) = resource["rule"],
            let kind = rule.first?.name
        else { return nil }
        return ".\(kind)(\(quoted(path)))"
    }

    /// Returns a dependency on a target of the same manifest.
    static func dependency(_ target: String, condition: JSONValue?) -> String {
        guard let condition = conditionText(condition) else { return quoted(target) }
        return ".target(name: \"\(target)\", condition: \(condition))"
    }

    /// Returns the settings as arguments of a target, such as `swiftSettings: […]`; an empty one for an unknown kind.
    static func settings(_ settings: [JSONValue]) -> [String] {
        let tools = [
            ("c", "cSettings"), ("cxx", "cxxSettings"), ("swift", "swiftSettings"), ("linker", "linkerSettings"),
        ]
        return tools.compactMap { tool, label in
            let group = settings.filter { $0["tool"].string == tool }
            let texts = group.compactMap { setting -> String? in
                guard case .object(let kinds) = setting["kind"], let (kind, value) = kinds.first,
                    let argument = value["_0"].string
                else { return nil }
                let condition = conditionText(setting["condition"]).map { ", \($0)" } ?? ""
                return ".\(kind)(\(kind == "swiftLanguageMode" ? ".v\(argument)" : quoted(argument))\(condition))"
            }
            guard !group.isEmpty else { return nil }
            return texts.count == group.count ? "\(label): [\(texts.joined(separator: ", "))]" : ""
        }
    }

    /// Returns `.when(platforms: [.linux])`, or nil without a condition.
    private static func conditionText(_ condition: JSONValue?) -> String? {
        guard let condition, condition != .null else { return nil }
        let platforms = (condition["platformNames"].strings).map { ".\(name(ofPlatform: $0))" }
        var parts = platforms.isEmpty ? [] : ["platforms: [\(platforms.joined(separator: ", "))]"]
        if let configuration = condition["config"].string { parts.append("configuration: .\(configuration)") }
        return parts.isEmpty ? nil : ".when(\(parts.joined(separator: ", ")))"
    }
}
