import Foundation
import SeekBasics
import Testing

@testable import RepoTools

@Suite struct SupportTests {
    @Test("output, errors and status of a program are returned separately")
    func capture() throws {
        let result = try ChildProcess.run(
            ["sh", "-c", "echo out; echo err >&2; echo $MARK; exit 3"],
            environment: ["MARK": "m"]
        )
        #expect(result == ChildProcess.Result(status: 3, output: "out\nm\n", errors: "err\n"))
        #expect(!result.succeeded)
    }

    @Test("the status of a program terminated by a signal is 128 plus the signal's number")
    func signal() throws {
        #expect(try ChildProcess.run(["sh", "-c", "kill -9 $$"]).status == 137)
    }

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

    @Test(
        "paths are normalized",
        arguments: [
            ("a//b/./c/../d", "a/b/d"), ("/a/../..", "/"), ("../a", "../a"), ("./", "."), (".", "."), ("/", "/"),
        ]
    )
    func normalized(path: String, expected: String) {
        #expect(Files.normalized(path) == expected)
    }

    @Test("a path has a parent and a name, and a relative path is resolved against a folder")
    func parts() {
        #expect(Files.parent(of: "/a/b") == "/a")
        #expect(Files.parent(of: "/a") == "/")
        #expect(Files.parent(of: "a") == ".")
        #expect(Files.name(of: "/a/b") == "b")
        #expect(Files.name(of: "/") == "/")
        #expect(Files.absolute("../x", from: "/a/b") == "/a/x")
        #expect(Files.absolute("/x", from: "/a/b") == "/x")
    }

    @Test("unreadable and unwritable files are errors that contain the path")
    func fileErrors() throws {
        let folder = try TempRepo()
        try folder.write("file", "x")
        let path = folder.root + "/file/below"
        for error in [
            #expect(throws: RepoError.self) { try Files.text(path) },
            #expect(throws: RepoError.self) { try Files.write("x", to: path) },
            #expect(throws: RepoError.self) { try Files.write("x", to: folder.root) },
            #expect(throws: RepoError.self) { try Files.makeFolder(path) },
        ] {
            #expect(error?.message.contains(folder.root) == true)
        }
        #expect(Files.names(in: path) == [])
        #expect(Files.modificationDate(path) == nil)
        #expect(!Files.isFolder(folder.root + "/file"))
    }

    @Test("JSON is written as it was read, and the members of a value can be accessed")
    func json() throws {
        let text = #"{"a":[1.5,true,null,"x"],"b":{"c":"d"}}"#
        let value = try #require(JSONValue(parsing: Data(text.utf8)))
        #expect(value.text() == text)
        #expect(value["b"]["c"].string == "d")
        #expect(value["a"].strings == ["x"])
        #expect(value.strings == [])
        #expect(value.string == nil)
        #expect(value["a"]["b"].isNull)
    }

    @Test("hashes equal the published FNV-1a test vectors")
    func hash() {
        // FNV-1a test vectors: http://www.isthe.com/chongo/src/fnv/test_fnv.c
        #expect(FNV1a.hex("") == "cbf29ce484222325")
        #expect(FNV1a.hex("foobar") == "85944171f73967e8")
    }

    @Test("findings are sorted by file, then by line number")
    func findings() {
        let findings = [
            Finding(file: "b", message: "x"), Finding(file: "a", line: 10, message: "x"),
            Finding(file: "a", line: 9, message: "y"),
        ]
        #expect(findings.sorted().map(\.description) == ["a:9: y", "a:10: x", "b:1: x"])
    }
}
