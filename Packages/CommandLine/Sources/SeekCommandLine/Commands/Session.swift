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
    let console: Console
    var recorder: ArchiveRecorder?
    var player: ArchivePlayer?

    /// What time it is for what is shown.
    var now: Date { configuration.environment.now() }

    /// Ends it, and returns how the command ends.
    func end(with status: CommandStatus) async -> CommandStatus {
        await seek.close()
        if let player, player.unusedCount > 0, status == .success {
            let count = player.unusedCount
            console.warn("nobody asked for \(count) of the exchanges in \(player.path)")
        }
        guard let recorder else { return status }
        let secrets = [configuration.youTubeAPIKey, configuration.gitHubToken].compactMap { $0 }
        do {
            let count = try recorder.write(removing: Set(secrets))
            console.say(
                count == 0
                    ? "there was no response to record; \(recorder.path) is not written"
                    : "recorded \(count) \(count == 1 ? "exchange" : "exchanges") in \(recorder.path)"
            )
            return status
        } catch {
            console.say("the recording could not be written to \(recorder.path); make room, or name another file")
            return status == .success ? .failure : status
        }
    }
}

extension Console {
    /// Sets up the clients by the flags of an invocation.
    func session(of invocation: Invocation) throws(UsageError) -> Session {
        var configuration = try configuration()
        if invocation.has(.refresh) { configuration.environment.cacheMode = .reload }
        if let budget = invocation.values[.budget].flatMap({ Int($0) }) {
            configuration.environment.budget = CallBudgetMiddleware(budget)
        }
        var recorder: ArchiveRecorder?
        var player: ArchivePlayer?
        if let path = invocation.values[.record] {
            let environment = configuration.environment
            recorder = try ArchiveRecorder(path, over: environment.transport, now: environment.now)
            configuration.environment.transport = recorder ?? environment.transport
            // What the cache answers is not sent, and would be missing.
            configuration.cacheFolder = nil
        } else if let path = invocation.values[.replay] {
            let archive = try ArchivePlayer(path)
            player = archive
            configuration.playBack(archive)
        }
        let seek = SeekClient(configuration)
        return Session(configuration: configuration, seek: seek, console: self, recorder: recorder, player: player)
    }

    /// How many results are wanted.
    func limit(of invocation: Invocation) throws(UsageError) -> Int {
        if let limit = invocation.values[.limit].flatMap({ Int($0) }) { return limit }
        guard let text = try environment()["SEEK_LIMIT"], !text.isEmpty else { return 30 }
        guard let limit = Int(text), (1...1_000).contains(limit) else {
            throw UsageError("SEEK_LIMIT must be a whole number from 1 to 1000; set it right or unset it")
        }
        return limit
    }

    /// How to show things to the reader.
    func style(at now: Date = Date()) -> OutputStyle {
        OutputStyle(environment: context.environment, isTerminal: context.terminal != nil, now: now)
    }

    /// Writes named values.
    func write(_ facts: Facts, asJSON: Bool = false) -> CommandStatus {
        let isTerminal = context.terminal != nil
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

extension SeekConfiguration {
    /// Answers from an archive: nothing is sent, stored, counted or waited for, and it is the time of the recording.
    fileprivate mutating func playBack(_ archive: ArchivePlayer) {
        environment.transport = archive
        environment.sleep = { _ in }
        environment.quotaStore = nil
        if let date = archive.date { environment.now = { date } }
        cacheFolder = nil
        stateFolder = nil
        // The recording holds no key, and none is compared.
        youTubeAPIKey = youTubeAPIKey ?? "replayed"
    }
}
