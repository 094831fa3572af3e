/// Parts of the JSON that `swift package dump-package` prints.
enum Dump {
    static func manifest(
        _ name: String = "A",
        targets: [String] = [],
        products: [String] = [],
        platforms: [String] = [],
        dependencies: [String] = []
    ) -> String {
        #"{"name": "\#(name)", "toolsVersion": {"_version": "6.0.0"}, "platforms": [\#(list(platforms))], "#
            + #""dependencies": [\#(list(dependencies.map { #"{"fileSystem": [{"path": "\#($0)"}]}"# }))], "#
            + #""products": [\#(list(products))], "targets": [\#(list(targets))]}"#
    }

    /// - Parameters:
    ///   - dependencies: The dependencies as JSON.
    ///   - settings: The settings as JSON.
    static func target(
        _ name: String,
        _ type: String = "regular",
        path: String? = nil,
        dependencies: [String] = [],
        settings: [String] = []
    ) -> String {
        #"{"name": "\#(name)", "type": "\#(type)", "exclude": [], "resources": [], "#
            + (path.map { #""path": "\#($0)", "# } ?? "")
            + #""settings": [\#(list(settings))], "dependencies": [\#(list(dependencies))]}"#
    }

    static func library(_ name: String, _ targets: [String]) -> String {
        let names = targets.map { "\"\($0)\"" }
        return #"{"name": "\#(name)", "targets": [\#(list(names))], "type": {"library": ["automatic"]}}"#
    }

    /// A dependency on a target of the same package.
    static func byName(_ name: String) -> String { #"{"byName": ["\#(name)", null]}"# }

    /// A dependency on a product of another package.
    static func product(_ name: String, _ package: String) -> String {
        #"{"product": ["\#(name)", "\#(package)", null, null]}"#
    }

    private static func list(_ elements: [String]) -> String { elements.joined(separator: ", ") }
}
