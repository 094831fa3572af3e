import Seek

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The clients of one command line, set up by its flags.
struct Session {
    let configuration: SeekConfiguration
    let seek: SeekClient

    /// What time it is for what is shown.
    var now: Date { configuration.environment.now() }

    /// Ends it, and returns how the command ends.
    func end(with status: CommandStatus) async -> CommandStatus {
        await seek.cache?.close()
        return status
    }
}

extension Console {
    /// Sets up the clients by the flags of an invocation.
    func session(of invocation: Invocation) throws(UsageError) -> Session {
        var configuration = try configuration()
        if invocation.has(.refresh) { configuration.environment.cacheMode = .reload }
        if let budget = invocation.values[.budget].flatMap({ Int($0) }) {
            configuration.environment.budget = CallBudget(budget)
        }
        return Session(configuration: configuration, seek: SeekClient(configuration))
    }

    /// How many results are wanted.
    func limit(of invocation: Invocation) throws(UsageError) -> Int {
        invocation.values[.limit].flatMap { Int($0) } ?? 30
    }

    /// How to show things to the reader.
    func style(at now: Date) -> OutputStyle {
        OutputStyle(environment: world.environment, isTerminal: world.terminal != nil, now: now)
    }

    /// Writes named values.
    func write(_ facts: Facts, asJSON: Bool = false) -> CommandStatus {
        let isTerminal = world.terminal != nil
        if asJSON { return write(facts.object.json(isPretty: isTerminal)) }
        return write(facts.text(isTable: isTerminal, style: style(at: Date())))
    }

    /// The error, and the variable that mends it.
    func describe(_ error: SearchError) -> String {
        switch error {
        case .network(.cancelled): "cancelled"
        case .unauthorized(.youTube, _): "\(error); set YOUTUBE_API_KEY"
        case .unauthorized(.gitHub, _): "\(error); set GH_TOKEN to a valid token, or unset it"
        default: error.description
        }
    }
}
