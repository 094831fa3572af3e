/// A Swift file as a compiler on another system would see it on Apple's platforms: conditions decided, and the modules
/// of Apple's SDK replaced by the stand-ins. Each line remains in its place.
struct AppleSource: Sendable {
    /// Relative to the root.
    let file: String
    private var lines: [String]
    /// The lines whose text depends on the platform.
    private var conditions: [Int] = []
    private var imports: [Int] = []
    /// Nil where the text is the same for all platforms.
    private var common: String?

    /// The stand-in for `Foundation`: that name belongs to the Foundation at hand, which the stand-in is made from.
    static let foundation = "AppleFoundation"
    /// The module of what starts programs, which only macOS has.
    static let processModule = "AppleProcesses"
    /// Modules that exist here and not in Apple's SDKs.
    static let absentModules: Set = [
        "Android", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking", "FoundationXML",
        "Glibc",
        "Musl",
    ]

    /// - Parameter processNames: What ``processModule`` declares.
    init(file: String, text: String, processNames: [String]) {
        self.file = file
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let startsPrograms = processNames.contains { Self.uses($0, in: text) }
        for index in lines.indices {
            let start = lines[index].drop { $0 == " " }
            if start.hasPrefix("#if ") || start.hasPrefix("#elseif ") {
                conditions.append(index)
            } else if lines[index].contains("import "), let (replaced, isSystem) = Self.replacedImport(lines[index]) {
                lines[index] = replaced
                if isSystem && startsPrograms { imports.append(index) }
            }
        }
        if conditions.isEmpty && imports.isEmpty { common = lines.joined(separator: "\n") }
    }

    /// The text for one platform.
    func text(for platform: ApplePlatform) -> String {
        if let common { return common }
        var lines = lines
        for index in conditions { lines[index] = platform.decided(lines[index][...]) }
        if platform.hasProcesses {
            for index in imports { lines[index] += "; import \(Self.processModule)" }
        }
        return lines.joined(separator: "\n")
    }

    /// Whether a name is a word of a text, and not part of another such as `ProcessInfo`.
    private static func uses(_ name: String, in text: String) -> Bool {
        guard text.contains(name) else { return false }
        func isPart(_ character: Character?) -> Bool {
            character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
        }
        return text.ranges(of: name).contains { range in
            let before = range.lowerBound > text.startIndex ? text[text.index(before: range.lowerBound)] : nil
            let after = range.upperBound < text.endIndex ? text[range.upperBound] : nil
            return !isPart(before) && !isPart(after)
        }
    }

    /// An import declaration with its module replaced, and whether it was Foundation or Darwin; nil where nothing is
    /// replaced.
    private static func replacedImport(_ line: String) -> (line: String, isSystem: Bool)? {
        var words = line.split(separator: " ").map(String.init)
        let levels: Set = ["public", "package", "internal", "fileprivate", "private"]
        let prefix = words.prefix { $0.hasPrefix("@") || levels.contains($0) }
        guard words.dropFirst(prefix.count).first == "import", let last = words.last else { return nil }
        if last == "Darwin" { return (line, true) }
        if last == "Foundation" {
            words[words.count - 1] = foundation
        } else if absentModules.contains(last) {
            words[words.count - 1] = last + absence
        } else {
            return nil
        }
        return (words.joined(separator: " "), last == "Foundation")
    }

    private static let absence = "_IsNotInAppleSDKs"

    /// A message of the compiler in terms of the original.
    static func original(_ message: String) -> String {
        message.replacing(foundation, with: "Foundation").replacing(absence, with: "")
    }
}
