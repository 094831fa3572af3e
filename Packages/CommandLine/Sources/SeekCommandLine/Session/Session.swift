import Seek
import SeekBasics
import SeekNetworking

/// The clients of one command, configured by its flags.
struct Session {
    let configuration: SeekConfiguration
    let seek: SeekClient
    let settings: CommandSettings
    var recorder: RecordingWriter?
    var player: RecordingPlayer?
    /// Counts the responses that the cache serves with `--dry-run`, which sends no request; `nil` without the flag.
    var probe: CacheProbe?

    var console: Console { settings.console }

    /// The reference for relative times in the output.
    var now: Date { configuration.client.now() }

    /// Lets the user pick results to open, if the options request it. Otherwise writes the results as ``ResultWriter``
    /// does, and downloads their thumbnails if the options request them.
    func write<Item: Sendable>(
        _ items: [Item],
        as kind: ResultKind<Item>,
        _ options: OutputOptions,
        totalCount: Int64? = nil,
        emptyMessage: String?,
        failures: [SourceFailure]? = nil
    ) async -> CommandStatus {
        let writer = writer(of: kind, options)
        if options.picks, !items.isEmpty { return await writer.openPicked(from: items) }
        let written = writer.write(items, totalCount: totalCount, emptyMessage: emptyMessage, failures: failures)
        let saved = await saveThumbnails(of: items, as: kind, options)
        return written == .success ? saved : written
    }

    func writer<Item: Sendable>(of kind: ResultKind<Item>, _ options: OutputOptions) -> ResultWriter<Item> {
        let list = configuration.stateFolder.map { LastTable(folder: $0, terminal: console.context.terminalID) }
        return ResultWriter(kind: kind, options: options, settings: settings, style: console.style(at: now), list: list)
    }

    func saveThumbnails<Item: Sendable>(
        of items: [Item],
        as kind: ResultKind<Item>,
        _ options: OutputOptions
    ) async -> CommandStatus {
        guard let folder = options.thumbnails, let thumbnail = kind.thumbnail, !items.isEmpty else { return .success }
        return await folder.save(items.compactMap(thumbnail), with: seek, settings)
    }

    /// With `--verbose`, reports the origin and the cost of looking up a subject, such as `channel @slowswift`.
    func reportLookup(of subject: String, _ provenance: Provenance, unit: String, _ invocation: Invocation) {
        guard invocation.has(.verbose), probe == nil else { return }
        console.report("\(subject)\(invocation.origin(provenance, cost: counted(provenance.attempts, unit)))")
    }

    /// Returns the description of the budget (`--budget`) if it is used up; `nil` otherwise.
    func usedUpBudgetText(_ invocation: Invocation) -> String? {
        configuration.client.budget?.remaining == 0 ? invocation.usedUpBudgetText : nil
    }

    func end(with status: CommandStatus) async -> CommandStatus {
        // Reading the quota adds to the shared count the calls that were counted while Redis was unavailable. Otherwise
        // only the next search that is not cached would add them.
        if configuration.sharedBackend != nil { _ = await seek.youTube.quota() }
        await seek.close()
        if let player, player.unusedCount > 0, status == .success {
            console.warn("the command did not use \(counted(player.unusedCount, "response")) of \(player.path)")
        }
        guard let recorder else { return status }
        let secrets = [configuration.youTubeAPIKey, configuration.gitHubToken].compactMap { $0 }
        do {
            let count = try recorder.write(removing: Set(secrets))
            console.report(
                count == 0
                    ? "no response was received; \(recorder.path) was not written"
                    : "recorded \(counted(count, "exchange")) in \(recorder.path)"
            )
            return status
        } catch {
            console.report("cannot write the recording to \(recorder.path); check the disk, or choose another file")
            return status == .success ? .failure : status
        }
    }
}

extension Session {
    /// Creates the clients of a command. Warns if they cannot store anything.
    init(of invocation: Invocation, _ settings: CommandSettings) throws(UsageError) {
        var configuration = try settings.configuration()
        if !invocation.has(.replay) { settings.warnIfNothingIsStored(configuration) }
        // A command that does not have the flag `--timeout` sends no request, and needs neither the cache nor Redis.
        if !invocation.command.has(.timeout) {
            (configuration.cachesResponses, configuration.sharedBackend) = (false, nil)
        }
        if invocation.has(.offline) { configuration.sharedBackend = nil }
        if invocation.has(.refresh) { configuration.client.cacheMode = .reload }
        if let budget = invocation.integer(.budget) { configuration.client.budget = CallBudgetMiddleware(budget) }
        if let timeout = invocation.duration(.timeout) { configuration.client.timeout = timeout }
        let probe = invocation.has(.dryRun) ? configuration.client.restrictToCache() : nil
        configuration.client.addWaiting(of: invocation, settings)
        var recorder: RecordingWriter?
        var player: RecordingPlayer?
        if let path = invocation.values[.record] {
            let client = configuration.client
            recorder = try RecordingWriter(path, over: client.transport, now: client.now)
            configuration.client.transport = recorder ?? client.transport
            // Requests that the cache serves are not sent, and would be missing from the recording.
            configuration.cachesResponses = false
        } else if let path = invocation.values[.replay] {
            let replayed = try RecordingPlayer(path)
            player = replayed
            if let summary = replayed.skippedSummary { settings.console.warn("\(SafeText.line(path)): \(summary)") }
            configuration.replay(replayed)
        }
        self.init(configuration: configuration, seek: SeekClient(configuration), settings: settings)
        (self.recorder, self.player, self.probe) = (recorder, player, probe)
    }
}

extension SeekConfiguration {
    /// Replays a recording at the time at which it was made. Nothing is sent, stored, counted or delayed.
    fileprivate mutating func replay(_ player: RecordingPlayer) {
        client.transport = player
        client.clock = ImmediateClock()
        client.quotaStore = nil
        if let date = player.date { client.now = { date } }
        sharedBackend = nil
        cachesResponses = false
        stateFolder = nil
        // A YouTube search requires a key. The recording contains none, and keys are not compared.
        youTubeAPIKey = youTubeAPIKey ?? "replayed"
    }
}
