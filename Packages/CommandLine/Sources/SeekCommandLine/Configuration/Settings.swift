/// The values of all settings and their sources. The environment overrides the file; flags override both and are
/// handled by the commands.
struct Settings: Sendable {
    enum Source: String, Sendable {
        case environment, file
        case none = "default"
    }

    private let environment: [String: String]
    private let text: ConfigurationText?

    init(environment: [String: String], text: ConfigurationText?) {
        self.environment = environment
        self.text = text
    }

    /// Returns the value of a setting and its source. An empty variable is treated as unset.
    func value(of setting: Setting) -> (value: String?, source: Source) {
        for name in setting.variables {
            if let value = environment[name], !value.isEmpty { return (value, .environment) }
        }
        if let value = text?[setting.key] { return (value, .file) }
        return (nil, .none)
    }

    /// The environment, with values of the file for variables that are not set.
    var merged: [String: String] {
        var merged = environment
        for setting in Setting.all {
            if case (let value?, .file) = value(of: setting) { merged[setting.variables[0]] = value }
        }
        return merged
    }
}
