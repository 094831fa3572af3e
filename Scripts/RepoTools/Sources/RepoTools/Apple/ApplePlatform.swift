import SeekBasics

/// One of Apple's platforms, with the names that SwiftPM and the compiler use for it.
struct ApplePlatform: Hashable, Sendable {
    var title: String
    /// The name in `.when(platforms:)`, as `swift package dump-package` prints it.
    var manifestName: String
    /// The name for which `os(…)` is true.
    var operatingSystem: String
    /// The name for which `targetEnvironment(…)` is true; nil if there is none.
    var environment: String?
    /// Whether the platform can start programs. Only such a platform imports ``AppleSource/processModule``.
    var hasProcesses: Bool { operatingSystem == "macOS" }

    /// Whether tests are run on the platform. Tests are not checked for the others.
    var runsTests: Bool { operatingSystem == "macOS" }

    init(_ title: String, operatingSystem: String? = nil, environment: String? = nil) {
        self.title = title
        manifestName = title.lowercased().filter { $0 != " " }
        self.operatingSystem = operatingSystem ?? title
        self.environment = environment
    }

    static let all = [
        ApplePlatform("macOS"), ApplePlatform("iOS"),
        ApplePlatform("Mac Catalyst", operatingSystem: "iOS", environment: "macCatalyst"),
        ApplePlatform("tvOS"), ApplePlatform("visionOS"),
    ]

    /// Returns whether a dependency of a target is built for this platform.
    func uses(_ dependency: TargetDependency) -> Bool {
        guard let names = dependency.condition?["platformNames"].strings, !names.isEmpty else { return true }
        return names.contains(manifestName)
    }

    /// Returns the line of an `#if` or `#elseif` in which conditions that can differ between this platform and the
    /// current system are replaced by `true` or `false`.
    func evaluatingConditions(in line: Substring) -> String {
        String(
            line.replacing(/\b(os|canImport|targetEnvironment)\(\s*(\w+)\s*\)/) { match in
                let name = match.output.2
                switch match.output.1 {
                case "os": return name == operatingSystem ? "true" : "false"
                case "targetEnvironment": return environment.map { name == $0 } == true ? "true" : "false"
                default:
                    if name == "Darwin" { return "true" }
                    return AppleSource.absentModules.contains(String(name)) ? "false" : String(match.output.0)
                }
            }
        )
    }
}
