import SeekBasics

/// The folders of the cache and of the state (saved searches and the quota); nil for what is not stored.
struct StorageFolders: Hashable {
    /// The platforms, grouped by their rules for folders.
    enum Platform: CaseIterable {
        case linux
        case macOS
        case tvOS
        /// iOS, iPadOS, Mac Catalyst and visionOS.
        case otherApple
    }

    struct SystemFolders {
        var caches: URL
        var applicationSupport: URL
    }

    var cache: URL?
    var state: URL?

    /// Determines the folders. `SEEK_CACHE_DIR` and `SEEK_STATE_DIR` take precedence on every platform.
    ///
    /// - Parameters:
    ///   - environment: The environment variables. An empty one is treated as unset.
    ///   - system: The folders for apps. Not used on Linux and macOS, where `HOME` decides: it is the container in a
    ///     sandboxed app, and can be changed for a command-line program.
    init(
        for platform: Platform = .current,
        environment: [String: String] = ProcessInfo.processInfo.environment,
        system: SystemFolders? = .current
    ) {
        func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        // A relative path is ignored (XDG Base Directory Specification).
        func xdg(_ name: String, _ defaultPath: String) -> String? {
            value(name).flatMap { $0.hasPrefix("/") ? $0 : nil } ?? value("HOME").map { "\($0)/\(defaultPath)" }
        }
        let parents: (cache: String?, state: String?) =
            switch platform {
            case .linux: (xdg("XDG_CACHE_HOME", ".cache"), xdg("XDG_STATE_HOME", ".local/state"))
            case .macOS:
                (
                    value("HOME").map { "\($0)/Library/Caches" },
                    value("HOME").map { "\($0)/Library/Application Support" }
                )
            // On tvOS, an app can write to no other folder.
            case .tvOS: (system?.caches.path, system?.caches.path)
            case .otherApple: (system?.caches.path, system?.applicationSupport.path)
            }
        func folder(_ path: String?) -> URL? { path.map { URL(filePath: $0, directoryHint: .isDirectory) } }
        cache = folder(value("SEEK_CACHE_DIR") ?? parents.cache.map { "\($0)/seek" })
        state = folder(value("SEEK_STATE_DIR") ?? parents.state.map { "\($0)/seek" })
    }
}

extension StorageFolders.Platform {
    static var current: Self {
        #if os(macOS)
        .macOS
        #elseif os(tvOS)
        .tvOS
        #elseif canImport(Darwin)
        .otherApple
        #else
        .linux
        #endif
    }
}

extension StorageFolders.SystemFolders {
    /// The folders of this app; nil on Linux, which has none.
    static var current: Self? {
        #if canImport(Darwin)
        Self(caches: .cachesDirectory, applicationSupport: .applicationSupportDirectory)
        #else
        nil
        #endif
    }
}

extension PrivateFile {
    func data() throws(PrivateFileError) -> Data? { try read().map { Data($0.bytes) } }
}

extension PrivateFileError {
    /// A description for a file of the state folder: the path, the problem and what to do.
    var stateFileDescription: String {
        description(advice: "correct that, or set SEEK_STATE_DIR to another folder")
    }
}
