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

/// `seek config set` at a real terminal.
@Suite("Typing a secret", .timeLimit(.minutes(2)))
struct HiddenSecretTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("a secret is not shown while it is typed, and the terminal shows again what is typed after it")
    func hiddenSecret() async throws {
        let file = folder.url.appending(path: "config").path
        let terminal = try #require(PseudoTerminal(columns: 80))
        let program = Program(environment: ["SEEK_CONFIG": file])
        let outcome = try await program.run(
            "config",
            "set",
            "github-token",
            input: terminal.program,
            messages: terminal.program
        ) { _ in
            await eventually { !terminal.echoes }
            terminal.type("S3CRET\n")
        }
        #expect(outcome.status == 0)
        #expect(terminal.echoes)
        let shown = try await terminal.text()
        #expect(shown == "seek: enter the github-token (it is not shown), then press Return\n\n")
        #expect(try String(contentsOfFile: file, encoding: .utf8).contains("S3CRET"))
    }

    @Test(
        "a signal while a secret is typed restores the terminal",
        arguments: [(SIGINT, 2), (SIGTERM, SIGTERM)] as [(Int32, Int32)]
    )
    func interruptedSecret(number: Int32, status: Int32) async throws {
        let file = folder.url.appending(path: "config").path
        let terminal = try #require(PseudoTerminal(columns: 80))
        let program = Program(environment: ["SEEK_CONFIG": file])
        let outcome = try await program.run(
            "config",
            "set",
            "youtube-api-key",
            input: terminal.program,
            messages: terminal.program
        ) { processID in
            await eventually { !terminal.echoes }
            kill(processID, number)
        }
        #expect(outcome.status == status)
        #expect(terminal.echoes)
        #expect(!FileManager.default.fileExists(atPath: file))
        let shown = try await terminal.text()
        #expect(shown.hasSuffix("seek: cancelled; nothing was stored\n") == (number == SIGINT))
    }

    @Test(
        "a program suspended while a secret is typed leaves a terminal that shows what is typed, and hides it again later"
    )
    func suspendedSecret() async throws {
        let terminal = try #require(PseudoTerminal(columns: 80))
        let program = Program(environment: ["SEEK_CONFIG": folder.url.appending(path: "config").path])
        let outcome = try await program.run(
            "config",
            "set",
            "github-token",
            input: terminal.program,
            messages: terminal.program
        ) { processID in
            await eventually { !terminal.echoes }
            kill(processID, SIGTSTP)
            await eventually { terminal.echoes }
            kill(processID, SIGCONT)
            await eventually { !terminal.echoes }
            terminal.type("S3CRET\n")
        }
        #expect(outcome.status == 0)
        #expect(terminal.echoes)
    }
}
#endif
