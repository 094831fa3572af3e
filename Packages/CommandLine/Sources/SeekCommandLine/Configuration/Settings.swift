/// What is set, and where: the environment wins over the file. Flags win over both, and are read where they are used.
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

    /// The value of a setting, and where it comes from. An empty variable counts as one that is not set.
    func value(of setting: Setting) -> (value: String?, source: Source) {
        for name in setting.variables {
            if let value = environment[name], !value.isEmpty { return (value, .environment) }
        }
        if let value = text?[setting.key] { return (value, .file) }
        return (nil, .none)
    }

    /// The environment with what the file adds to it.
    var merged: [String: String] {
        var merged = environment
        for setting in Setting.all {
            if case (let value?, .file) = value(of: setting) { merged[setting.variables[0]] = value }
        }
        return merged
    }
}
