#if os(Linux)
import SeekBasics
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A running `redis-server` with an empty database, on a Unix socket in a temporary folder.
///
/// ```swift
/// let server = try await RedisServer()
/// try server.execute("SET", "key", "value")
/// #expect(try server.execute("GET", "key") == "value")
/// ```
/// It stops when it is deallocated, or at the latest when this process ends. To skip a test if the program is missing,
/// use the trait `.enabled(if: RedisServer.isInstalled, "run Scripts/bootstrap")`.
public final class RedisServer: Sendable {
    private let folder: TemporaryFolder
    private let options: [String]
    private let program: Mutex<ChildProgram?>

    /// Whether `redis-server` is installed.
    public static let isInstalled = ChildProgram.find("redis-server") != nil

    /// The port on 127.0.0.1; nil if the server has only the Unix socket.
    public let port: UInt16?

    /// Starts a server and waits until it accepts connections.
    ///
    /// - Parameters:
    ///   - options: Further options, such as `["--maxmemory", "2mb"]`. Nothing is persisted by default.
    ///   - listensOnTCP: Whether the server also listens on a port of 127.0.0.1.
    /// - Throws: ``ChildProgram/Failure``, ``FixtureError`` or, if there is no free port, ``LoopbackServer/Failure``.
    public init(_ options: [String] = [], listensOnTCP: Bool = false) async throws {
        folder = try TemporaryFolder()
        port = listensOnTCP ? try Self.freePort() : nil
        self.options = options
        program = Mutex(nil)
        try await start()
    }

    deinit { kill() }

    /// The path of the Unix socket.
    public var path: String { folder.path(of: "redis.sock") }

    /// The URL of the Unix socket: `unix:///…`.
    public var url: String { "unix://\(path)" }

    /// Starts the server after ``kill()`` or ``terminate()``, and waits until it accepts connections and has loaded the
    /// data that it has persisted.
    ///
    /// - Throws: ``ChildProgram/Failure``, also if the server is not ready within 30 seconds.
    public func start() async throws {
        let arguments =
            [
                "--port", "\(port ?? 0)", "--bind", "127.0.0.1", "--unixsocket", path, "--dir", folder.url.path,
                "--save", "", "--loglevel", "warning",
            ] + options
        let child = try ChildProgram("redis-server", arguments, log: folder.file("log"))
        program.withLock { $0 = child }
        // A server that requires a password responds with an error, but has started.
        let hasStartedOrEnded = await waitUntil(within: .seconds(30)) {
            guard child.isRunning else { return true }
            return (try? execute("PING")).map { !$0.hasPrefix("LOADING") } ?? false
        }
        guard hasStartedOrEnded, child.isRunning else {
            kill()
            let log = (try? String(contentsOf: folder.file("log"), encoding: .utf8)) ?? ""
            throw ChildProgram.Failure(description: "redis-server did not start: \(log)")
        }
    }

    /// Kills the server, which simulates a crash, and waits until it has ended.
    public func kill() {
        program.withLock { $0.take() }?.end()
    }

    /// Shuts the server down in an orderly way: it writes its data if it persists any.
    public func terminate() {
        guard let child = program.withLock({ $0.take() }) else { return }
        child.signal(SIGTERM)
        _ = child.status()
    }

    /// Suspends the server: connections are accepted, but no command receives a reply until ``resume()``.
    public func suspend() { program.withLock { $0 }?.signal(SIGSTOP) }

    /// Continues a suspended server.
    public func resume() { program.withLock { $0 }?.signal(SIGCONT) }

    /// Executes a command on a new connection. Blocks the thread.
    ///
    /// - Parameter password: The password with which the connection is authenticated; nil for none.
    /// - Returns: The reply as text, the elements of an array on separate lines, and an empty string for a missing
    ///   value. An error is returned as text.
    @discardableResult
    public func execute(_ arguments: String..., password: String? = nil) throws(RawClient.Failure) -> String {
        let client = try RawClient(path: path)
        // A server that requires another password rejects the command, too.
        if let password { _ = try Self.execute(["AUTH", password], with: client) }
        return try Self.execute(arguments, with: client)
    }

    private static func execute(_ arguments: [String], with client: RawClient) throws(RawClient.Failure) -> String {
        let strings = arguments.map { "$\($0.utf8.count)\r\n\($0)\r\n" }.joined()
        client.send("*\(arguments.count)\r\n\(strings)")
        return try reply(from: client)
    }

    private static func reply(from client: RawClient) throws(RawClient.Failure) -> String {
        let line = client.read(until: "\r\n")
        guard line.hasSuffix("\r\n") else { throw closed }
        let text = String(line.dropFirst().dropLast())
        let count = Int(text) ?? 0
        switch line.first {
        case "$":
            guard count >= 0 else { return "" }
            let bytes = client.read(count + 2)
            guard bytes.count == count + 2 else { throw closed }
            return String(decoding: bytes.dropLast(2), as: UTF8.self)
        case "*":
            var elements: [String] = []
            while elements.count < count { elements.append(try reply(from: client)) }
            return elements.joined(separator: "\n")
        default: return text
        }
    }

    private static let closed = RawClient.Failure(description: "the server closed the connection")

    /// Returns a port that was free a moment ago.
    private static func freePort() throws -> UInt16 {
        let socket = try Socket.listening(on: 0)
        defer { socket.close() }
        return socket.localPort
    }
}
#endif
