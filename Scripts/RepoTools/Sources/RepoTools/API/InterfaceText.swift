/// The public interface of a module as text: one declaration per line, indented below its container, without comments.
struct InterfaceText: Equatable {
    var text: String
}

extension InterfaceText {
    /// Creates the text from the output of `swift-synthesize-interface`, without comments, blank lines and imports.
    init(synthesized: String) {
        var lines: [String] = []
        var isInComment = false
        for line in synthesized.split(separator: "\n") {
            let code = line.drop { $0 == " " }
            if isInComment || code.hasPrefix("/*") {
                isInComment = !code.hasSuffix("*/")
                continue
            }
            if code.hasPrefix("//") || code.isEmpty || code.hasPrefix("import ") { continue }
            lines.append(String(line))
        }
        text = lines.joined(separator: "\n") + "\n"
    }

    var declarations: [Declaration] {
        var path: [String] = []
        var declarations: [Declaration] = []
        var attributes = ""
        for line in text.split(separator: "\n") {
            let code = line.drop { $0 == " " }
            guard code != "}" else {
                _ = path.popLast()
                continue
            }
            let isOpened = code.hasSuffix(" {")
            let declaration = Declaration(path: path, code: attributes + (isOpened ? code.dropLast(2) : code))
            // A line that contains only attributes belongs to the declaration below it.
            guard !declaration.hasOnlyAttributes else {
                attributes += code + " "
                continue
            }
            attributes = ""
            declarations.append(declaration)
            if isOpened { path.append(declaration.text) }
        }
        return declarations
    }

    /// The additive attributes of each declaration, keyed by the declaration without them. Adding such an attribute,
    /// for example `@inlinable`, requires no change in calling code.
    var additiveAttributes: [Declaration: Set<String>] {
        Dictionary(declarations.map { ($0.bare, Set($0.additiveAttributes)) }) { $0.union($1) }
    }

    /// Returns the given declarations with their additive attributes, each once.
    func declarations(of bare: some Sequence<Declaration>) -> [Declaration] {
        let selected = Set(bare)
        return Set(declarations.filter { selected.contains($0.bare) }).sorted()
    }
}
