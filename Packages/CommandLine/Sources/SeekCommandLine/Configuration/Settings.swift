import Seek

/// The values of all settings and their sources. The environment overrides the file; flags override both and are
/// handled by the commands.
struct Settings: Sendable {
    enum Source: String, Sendable {
        case environment, file
        /// Neither of them. The value is the default, if there is one.
        case none = "default"
    }

    private let environment: [String: String]
    private let text: ConfigurationText?

    init(environment: [String: String], text: ConfigurationText?) {
        self.environment = environment
        self.text = text
    }

    /// Returns the effective value of a setting and its source. An empty variable is treated as unset.
    func value(of setting: Setting) -> (value: String?, source: Source) {
        for name in setting.variables {
            if let value = setting.value(in: environment[name]) { return (value, .environment) }
        }
        if let value = text?[setting.key] { return (value, .file) }
        return (defaults.flatMap(setting.defaultValue), .none)
    }

    /// Returns the environment variable that sets a setting; `nil` if none does.
    func variable(of setting: Setting) -> String? {
        setting.variables.first { setting.value(in: environment[$0]) != nil }
    }

    /// The configuration if no setting is set. Its folders depend on `HOME` and the XDG variables.
    private var defaults: SeekConfiguration? {
        let names = ["HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"]
        return try? SeekConfiguration(environment: environment.filter { names.contains($0.key) })
    }

    /// The environment, with a variable for each setting whose value is from the file.
    var merged: [String: String] {
        var merged = environment
        for setting in Setting.all {
            if case (let value?, .file) = value(of: setting) { merged[setting.variables[0]] = value }
        }
        return merged
    }
}
