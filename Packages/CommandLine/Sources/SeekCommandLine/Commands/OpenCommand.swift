import Seek

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Opens results and pages, by the opener of SeekSearch.
struct OpenCommand {
    let console: Console

    /// Opens what was typed: in its app where one takes it, unless the browser is wanted.
    func run(_ invocation: Invocation) async throws(UsageError) -> CommandStatus {
        let target = try OpenTarget(invocation.argument)
        if invocation.has(.dryRun) { return console.write("\(target.web.absoluteString)\n") }
        guard !invocation.has(.web), let app = target.app, app != target.web,
            await opener().canOpenURL(app)
        else { return await open(target, mode: .web) }
        return await open(target, mode: .app)
    }

    /// The world's opener, else the system's. A browser inherits the environment of the process, without what the
    /// configuration file adds to it: that may hold secrets.
    private func opener() -> any URLOpening {
        let context = console.context
        return context.opener
            ?? SystemOpener(environment: context.environment, browser: (try? console.environment())?["BROWSER"])
    }

    /// Opens a page, and tells which.
    func open(_ target: some Openable, mode: OpeningMode) async -> CommandStatus {
        do throws(OpeningError) {
            try await ResultOpener(opener()).open(target, mode: mode)
            if let url = target.url(for: mode) { console.say("opened \(url.absoluteString)") }
            return .success
        } catch {
            if case .cannotOpen(let url) = error, mode == .web {
                console.say("no program here opens \(url.absoluteString); set BROWSER to one, or open it by hand")
            } else {
                console.say(error.description)
            }
            return .failure
        }
    }
}
