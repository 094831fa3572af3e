/// A Swift file, rewritten so that a compiler on another system checks it as on Apple's platforms: conditions are
/// evaluated, and modules of Apple's SDK are replaced by stand-ins. Line numbers do not change.
struct AppleSource: Sendable {
    /// Relative to the root.
    let file: String
    private var lines: [String]
    /// The indices of the lines whose text depends on the platform.
    private var conditions: [Int] = []
    /// The indices of the lines that import Foundation or Darwin, if the file contains a name from ``processModule``.
    private var imports: [Int] = []
    /// Whether the file has conditions, or imports a module other than Foundation that only some systems have.
    private(set) var dependsOnPlatform = false
    /// The text if it is the same for all platforms; otherwise nil.
    private var common: String?

    /// The name of the stand-in for `Foundation`. It differs because the stand-in imports this system's Foundation.
    static let foundation = "AppleFoundation"
    /// The name of the stand-in that declares the functions and types that start programs, which only macOS has.
    static let processModule = "AppleProcesses"
    /// Modules that exist on other systems but not in Apple's SDKs.
    static let absentModules: Set = [
        "Android", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking", "FoundationXML",
        "Glibc", "Musl",
    ]

    /// - Parameter processNames: The names that ``processModule`` declares.
    init(file: String, text: String, processNames: [String]) {
        self.file = file
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let startsPrograms = processNames.contains(where: text.containsWord)
        for index in lines.indices {
            let start = lines[index].drop { $0 == " " }
            if start.hasPrefix("#if ") || start.hasPrefix("#elseif ") {
                conditions.append(index)
                dependsOnPlatform = true
            } else if lines[index].contains("import "), let (replaced, isSystem) = Self.replacedImport(lines[index]) {
                lines[index] = replaced
                if !replaced.hasSuffix(Self.foundation) { dependsOnPlatform = true }
                if isSystem && startsPrograms { imports.append(index) }
            }
        }
        if conditions.isEmpty && imports.isEmpty { common = lines.joined(separator: "\n") }
    }

    func text(for platform: ApplePlatform) -> String {
        if let common { return common }
        var lines = lines
        for index in conditions { lines[index] = platform.evaluatingConditions(in: lines[index][...]) }
        if platform.hasProcesses {
            for index in imports { lines[index] += "; import \(Self.processModule)" }
        }
        return lines.joined(separator: "\n")
    }

    /// Returns the line that replaces an import of Foundation, Darwin or an absent module, and whether the module is
    /// Foundation or Darwin. An import of Darwin is returned unchanged. Returns nil for any other line.
    private static func replacedImport(_ line: String) -> (line: String, isSystem: Bool)? {
        var words = line.split(separator: " ").map(String.init)
        let levels: Set = ["public", "package", "internal", "fileprivate", "private"]
        let prefix = words.prefix { $0.hasPrefix("@") || levels.contains($0) }
        guard words.dropFirst(prefix.count).first == "import", let last = words.last else { return nil }
        if last == "Darwin" { return (line, true) }
        if last == "Foundation" {
            words[words.count - 1] = foundation
        } else if absentModules.contains(last) {
            words[words.count - 1] = last + absentSuffix
        } else {
            return nil
        }
        return (words.joined(separator: " "), last == "Foundation")
    }

    private static let absentSuffix = "_IsNotInAppleSDKs"

    /// Returns a compiler message with the names of the original modules.
    static func original(_ message: String) -> String {
        message.replacing(foundation, with: "Foundation").replacing(absentSuffix, with: "")
    }
}
