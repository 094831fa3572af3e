import Foundation
import SeekBasics
import Testing

@testable import RepoTools

@Suite struct ShellTests {
    @Test("output and errors are appended to a log")
    func log() throws {
        let folder = try TempRepo()
        let log = folder.root + "/logs/a.log"
        #expect(try Shell.live.log(["sh", "-c", "echo out; echo err >&2"], log).status == 0)
        #expect(try Shell.live.log(["sh", "-c", "echo more; exit 1"], log).status == 1)
        #expect(try Files.text(log) == "out\nerr\nmore\n")
        #expect(try Shell.live.capture(["echo", "x"]).output == "x\n")
    }

    @Test("the shell ends a program that prints nothing any more, even one that ignores the first signal")
    func silence() throws {
        let folder = try TempRepo()
        let shell = Shell.live(environment: [:], silenceLimit: .milliseconds(200))
        for script in ["exec sleep 1000", "trap '' TERM; exec sleep 1000"] {
            let exit = try shell.log(["sh", "-c", script], folder.root + "/a.log")
            #expect(exit.wasSilent)
            #expect([128 + SIGTERM, 128 + SIGKILL].contains(exit.status))
        }
    }

    @Test("a missing program is an error that contains its name")
    func noProgram() {
        let error = #expect(throws: RepoError.self) { try ChildProcess.run(["no-such-program-here"]) }
        #expect(error?.description.contains("cannot run no-such-program-here") == true)
    }

    // MARK: Temporary files

    @Test("other users can traverse the folder but not list it")
    func mode() throws {
        let place = try TempRepo()
        let scratch = try ScratchFolder(in: place.root)
        let mode = try FileManager.default.attributesOfItem(atPath: scratch.path)[.posixPermissions] as? Int
        #expect(mode == 0o711)
    }

    @Test("temporary files of programs are created in the folder and removed with it")
    func used() throws {
        let place = try TempRepo()
        let scratch = try ScratchFolder(in: place.root)
        let shell = Shell.live(environment: ["TMPDIR": scratch.path])
        let made = try shell.capture(["mktemp", "-d"]).output.trimmed
        #expect(made.hasPrefix(scratch.path + "/"))
        #expect(try shell.log(["sh", "-c", "echo x >$TMPDIR/left"], "\(place.root)/log").status == 0)
        #expect(Files.exists("\(scratch.path)/left"))
        // The path is short, because the path of a socket is limited to about a hundred bytes.
        #expect(scratch.path.count < place.root.count + 25)
        scratch.remove()
        #expect(Files.names(in: place.root) == ["log"])
    }

    @Test("a folder that cannot be created is an error")
    func missingParent() {
        #expect(throws: RepoError.self) { try ScratchFolder(in: "/no/such/place") }
    }
}
