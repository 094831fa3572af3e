import Seek
import Synchronization

/// Writes data and messages, and knows how the reader wants them.
final class Console: Sendable {
    let world: CommandLineWorld
    let isColored: Bool
    private let warnings = Mutex<Set<String>>([])

    init(_ world: CommandLineWorld) {
        self.world = world
        isColored = Color.isWanted(environment: world.environment, isTerminal: world.terminal != nil)
    }

    /// Writes a message: one line, after the program's name.
    func say(_ message: String) {
        // There is nowhere left to tell of a failure to tell.
        try? world.messages.write("seek: \(SafeText.line(message))\n")
    }

    /// Writes a warning, once.
    func warn(_ message: String) {
        if warnings.withLock({ $0.insert(message).inserted }) { say("warning: \(message)") }
    }

    /// Writes data.
    func write(_ text: String) -> CommandStatus {
        do throws(OutputError) {
            try world.output.write(text)
            return .success
        } catch {
            return report(error)
        }
    }

    /// Writes data, whatever its bytes are.
    func write(bytes: [UInt8]) -> CommandStatus {
        do throws(OutputError) {
            try world.output.write(bytes: bytes)
            return .success
        } catch {
            return report(error)
        }
    }

    /// Tells why output could not be written. A reader that has gone is no failure.
    func report(_ error: OutputError) -> CommandStatus {
        switch error {
        case .closed:
            return .success
        case .failed(let reason):
            say("the output cannot be written: \(reason)")
            return .failure
        }
    }

    /// Writes a table, on a terminal through the pager if the user has one.
    func page(_ text: String) -> CommandStatus {
        if world.terminal != nil, let pager = world.environment["PAGER"], !pager.isEmpty, pager != "cat",
            Pager.show(text, by: pager)
        {
            return .success
        }
        return write(text)
    }

    /// The configuration of the environment. A cache that fails is a warning, and the search goes on.
    ///
    /// - Parameter transport: what reaches the servers, unless the world has its own; nil leaves the default.
    func configuration(transport: (any HTTPTransport)? = nil) throws(UsageError) -> SeekConfiguration {
        do throws(ConfigurationError) {
            var configuration = try SeekConfiguration(environment: world.environment)
            if let transport { configuration.environment.transport = transport }
            configuration.environment.onStoreFailure = { [self] in warn("\($0)") }
            world.configure(&configuration)
            return configuration
        } catch {
            throw UsageError(error.description)
        }
    }
}
