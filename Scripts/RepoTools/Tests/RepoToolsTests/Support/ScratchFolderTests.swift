import Foundation
import SeekBasics
import Testing

@testable import RepoTools

@Suite struct ScratchFolderTests {
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
