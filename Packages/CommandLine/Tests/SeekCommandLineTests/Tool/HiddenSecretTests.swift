#if os(Linux)
import Foundation
import SeekTestHelpers
import SeekTestingSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Runs `seek config set` on a pseudo-terminal.
@Suite("Entering a secret", .concurrentProgramLimit, .timeLimit(.minutes(5)))
struct HiddenSecretTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var file: String { folder.path(of: "config") }

    /// Sets a secret, and returns the exit status and the terminal after the exit.
    ///
    /// - Parameter afterPrompt: Runs when the echo is off.
    private func setSecret(
        afterPrompt: (_ terminal: PseudoTerminal, _ processID: Int32) async -> Void
    ) async throws -> (status: Int32, terminal: PseudoTerminal) {
        let terminal = try #require(PseudoTerminal(columns: 80))
        let outcome = try await Program(environment: ["SEEK_CONFIG": file]).run(
            ["config", "set", "github-token"],
            input: terminal.programEnd,
            messages: terminal.programEnd
        ) { processID in
            await eventually { !terminal.echoes }
            await afterPrompt(terminal, processID)
        }
        return (outcome.status, terminal)
    }

    @Test("hides a secret while it is entered, and restores the echo")
    func hiddenSecret() async throws {
        let (status, terminal) = try await setSecret { terminal, _ in terminal.type("S3CRET\n") }
        #expect(status == 0)
        #expect(terminal.echoes)
        let shown = try await terminal.text()
        #expect(shown == "seek: enter the github-token (it is not shown), then press Return\n\n")
        #expect(try String(contentsOfFile: file, encoding: .utf8).contains("S3CRET"))
    }

    @Test("restores the terminal if a signal arrives while a secret is entered", arguments: [SIGINT, SIGTERM])
    func interruptedSecret(signal: Int32) async throws {
        let (status, terminal) = try await setSecret { _, processID in kill(processID, signal) }
        #expect(status == 128 + signal)
        #expect(terminal.echoes)
        #expect(!FileManager.default.fileExists(atPath: file))
        let shown = try await terminal.text()
        // Only an interrupt is reported.
        #expect(shown.hasSuffix("seek: cancelled; nothing was stored\n") == (signal == SIGINT))
    }

    @Test("restores the echo while the program is suspended")
    func suspendedSecret() async throws {
        let (status, terminal) = try await setSecret { terminal, processID in
            kill(processID, SIGTSTP)
            await eventually { terminal.echoes }
            kill(processID, SIGCONT)
            await eventually { !terminal.echoes }
            terminal.type("S3CRET\n")
        }
        #expect(status == 0)
        #expect(terminal.echoes)
    }
}
#endif
