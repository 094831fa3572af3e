public import SeekBasics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Opens web pages with the first installed browser of a list: by default, the list in the environment variable
/// `BROWSER`. Other URLs, and web pages if no browser of the list is installed, are opened with the system's program:
/// `open` on macOS, `xdg-open` elsewhere.
public struct SystemOpener: URLOpening {
    private let environment: [String: String]
    private let browsers: String

    /// Creates an opener.
    ///
    /// - Parameters:
    ///   - environment: The environment variables that the programs receive. Programs are looked up in the folders of
    ///     the variable `PATH`.
    ///   - browser: The commands to try, separated by colons; nil uses `BROWSER` from the environment. A program may
    ///     be followed by arguments, separated by spaces. `%s` in an argument is replaced with the URL, which otherwise
    ///     becomes the last argument.
    public init(environment: [String: String], browser: String? = nil) {
        self.environment = environment
        browsers = browser ?? environment["BROWSER"] ?? ""
    }

    /// Whether a browser of the list is installed. Otherwise web pages are opened with the system's program.
    public var hasInstalledBrowser: Bool { candidates.contains { parsed($0) != nil } }

    private var candidates: [String] { browsers.split(separator: ":").map(String.init) }

    #if os(macOS)
    private static let systemProgram = "open"
    #else
    private static let systemProgram = "xdg-open"
    #endif

    /// Returns whether a program can open the URL. For a scheme other than http and https, an app must be registered.
    public func canOpenURL(_ url: URL) async -> Bool {
        guard let scheme = url.scheme?.lowercased(), command(for: scheme) != nil else { return false }
        if Self.isWeb(scheme) { return true }
        #if os(macOS)
        return await ApplicationOpener().canOpenURL(url)
        #else
        return await Self.runOnThread { hasHandler(for: scheme) }
        #endif
    }

    /// Opens the URL, waits for the program's exit, and returns whether the program succeeded. Returns false for a URL
    /// without a scheme, which a program could mistake for an option.
    public func open(_ url: URL) async -> Bool {
        guard let scheme = url.scheme?.lowercased(), let command = command(for: scheme) else { return false }
        var arguments = command.arguments.map { $0.replacing("%s", with: url.absoluteString) }
        if arguments == command.arguments { arguments.append(url.absoluteString) }
        return await Self.runOnThread { [environment, arguments] in
            ChildProcess.run(command.path, arguments, environment: environment) == 0
        }
    }

    /// Runs blocking work on a separate thread, because a browser may run for as long as the user needs it. Returns
    /// false if the thread cannot be created.
    private static func runOnThread(_ work: @escaping @Sendable () -> Bool) async -> Bool {
        await withCheckedContinuation { continuation in
            guard let thread = SystemThread({ continuation.resume(returning: work()) }) else {
                return continuation.resume(returning: false)
            }
            thread.detach()
        }
    }

    private static func isWeb(_ scheme: String) -> Bool { scheme == "http" || scheme == "https" }

    /// Returns the command that opens URLs of a scheme: for web pages, the first installed browser; for other URLs, or
    /// if no browser is installed, the system's program. Nil if the system's program is needed and is not installed.
    private func command(for scheme: String) -> (path: String, arguments: [String])? {
        ((Self.isWeb(scheme) ? candidates : []) + [Self.systemProgram]).lazy.compactMap(parsed).first
    }

    private func parsed(_ text: String) -> (path: String, arguments: [String])? {
        // The path of a program may contain spaces.
        if let path = ChildProcess.path(of: text, environment: environment) { return (path, []) }
        let words = text.split(separator: " ").map(String.init)
        guard let program = words.first, let path = ChildProcess.path(of: program, environment: environment) else {
            return nil
        }
        return (path, Array(words.dropFirst()))
    }

    #if !os(macOS)
    /// Returns whether an app is registered for a scheme: `xdg-mime` prints its name, otherwise nothing or an empty
    /// line.
    private func hasHandler(for scheme: String) -> Bool {
        var firstByte: UInt8 = 0
        let status = ChildProcess.run(
            "/bin/sh",
            ["-c", "exec xdg-mime query default \"$0\" 2>/dev/null", "x-scheme-handler/\(scheme)"],
            environment: environment,
            connecting: STDOUT_FILENO
        ) {
            if read($0, &firstByte, 1) < 1 { firstByte = 0 }
        }
        return status == 0 && firstByte != 0 && firstByte != UInt8(ascii: "\n")
    }
    #endif
}
