import SeekBasics

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Opens web pages with the first installed program in `BROWSER`. Other URLs, and web pages if there is none, are
/// opened with the system's program: `open` on macOS, `xdg-open` elsewhere.
public struct SystemOpener: URLOpening {
    private let environment: [String: String]
    private let browser: String

    /// Creates an opener.
    ///
    /// - Parameters:
    ///   - environment: The environment variables that the programs receive. Programs are looked up in its `PATH`.
    ///   - browser: The commands to try, separated by colons; nil uses `BROWSER` from the environment. A program may
    ///     be followed by arguments, separated by spaces. `%s` in an argument is replaced with the URL, which otherwise
    ///     becomes the last argument.
    public init(environment: [String: String], browser: String? = nil) {
        self.environment = environment
        self.browser = browser ?? environment["BROWSER"] ?? ""
    }

    #if os(macOS)
    private static let system = "open"
    #else
    private static let system = "xdg-open"
    #endif

    /// Returns whether a program can open the URL. Except on macOS, an app must be registered for a scheme other than
    /// http and https.
    public func canOpenURL(_ url: URL) async -> Bool {
        guard let scheme = url.scheme?.lowercased() else { return false }
        if scheme == "http" || scheme == "https" { return browserCommand != nil }
        guard path(of: Self.system) != nil else { return false }
        return await Self.blocking { hasHandler(for: scheme) }
    }

    /// Opens the URL, waits for the program's exit, and returns whether it succeeded.
    public func open(_ url: URL) async -> Bool {
        let isWeb = ["http", "https"].contains(url.scheme?.lowercased() ?? "")
        guard let command = isWeb ? browserCommand : path(of: Self.system).map({ Command(path: $0) }) else {
            return false
        }
        var arguments = command.arguments.map { $0.replacing("%s", with: url.absoluteString) }
        if arguments == command.arguments { arguments.append(url.absoluteString) }
        return await Self.blocking { [environment, arguments] in
            ChildProcess.run(command.path, arguments, environment: environment) == 0
        }
    }

    /// Runs blocking work on a separate thread: a browser may run for as long as the user needs it.
    private static func blocking(_ work: @escaping @Sendable () -> Bool) async -> Bool {
        await withCheckedContinuation { continuation in
            guard let thread = SystemThread({ continuation.resume(returning: work()) }) else {
                return continuation.resume(returning: false)
            }
            thread.detach()
        }
    }

    private struct Command: Sendable {
        var path: String
        var arguments: [String] = []
    }

    /// The first installed browser, otherwise the system's program.
    private var browserCommand: Command? {
        let commands = browser.split(separator: ":").map(String.init)
        return (commands + [Self.system]).lazy.compactMap(command).first
    }

    private func command(_ text: String) -> Command? {
        // The path of a program may contain spaces.
        if let path = path(of: text) { return Command(path: path) }
        let words = text.split(separator: " ").map(String.init)
        guard let program = words.first, let path = path(of: program) else { return nil }
        return Command(path: path, arguments: Array(words.dropFirst()))
    }

    private func path(of program: String) -> String? {
        ChildProcess.path(of: program, environment: environment)
    }

    private func hasHandler(for scheme: String) -> Bool {
        #if os(macOS)
        // Not checked in advance: `open` fails if no app has registered the scheme.
        return true
        #else
        // A scheme has letters, digits, `+`, `-` and `.` only (RFC 3986, 3.1): nothing that a shell would interpret.
        let command = "xdg-mime query default x-scheme-handler/\(scheme) 2>/dev/null"
        var firstByte: UInt8 = 0
        let status = ChildProcess.run(
            "/bin/sh",
            ["-c", command],
            environment: environment,
            connecting: STDOUT_FILENO
        ) {
            if read($0, &firstByte, 1) < 1 { firstByte = 0 }
        }
        return status == 0 && firstByte != 0 && firstByte != UInt8(ascii: "\n")
        #endif
    }
}
