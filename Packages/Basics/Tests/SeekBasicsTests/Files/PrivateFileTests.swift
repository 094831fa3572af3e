import Foundation
import Testing

@testable import SeekBasics

/// Runs a closure with a temporary folder of mode 0700.
func withFolder(
    in parent: String = FileManager.default.temporaryDirectory.path,
    _ body: (String) throws -> Void
) throws {
    let folder = "\(parent)/seek-basics-\(UUID().uuidString)"
    try PrivateFolder.make(folder)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
}

private let isRoot = geteuid() == 0
private let needsRoot: Comment = "a file of another user is needed: run as root"
private let otherUser: uid_t = 65_534

@Suite("A private file")
struct PrivateFileTests {
    private func write(_ text: String, to path: String, mode: mode_t = 0o600) throws {
        try Data(text.utf8).write(to: URL(filePath: path))
        try #require(chmod(path, mode) == 0)
    }

    private func mode(of path: String) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int ?? 0
    }

    @Test("is replaced completely, and only its owner can access it")
    func replacing() throws {
        try withFolder { folder in
            let file = PrivateFile("\(folder)/a/b/file")
            #expect(try file.read() == nil)
            for text in ["one", "", String(repeating: "long ", count: 50_000)] {
                try file.replace(with: Array(text.utf8))
                #expect(try file.read() == PrivateFile.Content(bytes: Array(text.utf8), isReadableByOthers: false))
            }
            #expect(try mode(of: file.path) == 0o600)
            #expect(try mode(of: "\(folder)/a") == 0o700)
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/a/b") == ["file"])
        }
    }

    @Test(
        "withLock runs no closure while another process holds the lock, but runs it on a file system without locks",
        arguments: [(EWOULDBLOCK, false), (ENOLCK, true), (EOPNOTSUPP, true)]
    )
    func locks(code: Int32, runs: Bool) async throws {
        let folder = "\(FileManager.default.temporaryDirectory.path)/seek-basics-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var calls = SystemCalls()
        calls.lock = { _ in
            errno = code
            return -1
        }
        let file = PrivateFile("\(folder)/file", calls: calls)
        var hasRun = false
        do {
            try await file.withLock(timeout: .zero) { hasRun = true }
        } catch PrivateFileError.busy {}
        #expect(hasRun == runs)
    }

    @Test("is neither read nor accepted by the check if a parent of its path is a file")
    func belowFile() throws {
        try withFolder { folder in
            try write("", to: "\(folder)/file")
            let file = PrivateFile("\(folder)/file/a")
            let error = PrivateFileError.failed(path: file.path, code: ENOTDIR)
            #expect(throws: error) { try file.read() }
            #expect(throws: error) { try file.check() }
        }
    }

    @Test("is synced before the rename, and its folder afterwards")
    func syncing() throws {
        try withFolder { folder in
            let path = "\(folder)/file"
            let steps = Mutex<[String]>([])
            var calls = SystemCalls()
            calls.sync = { descriptor in
                let isFolder = FileStatus(descriptor)?.isFolder == true
                steps.withLock {
                    $0.append(isFolder ? "sync folder" : "sync \(FileStatus(descriptor)?.size ?? -1) bytes")
                }
                return fsync(descriptor)
            }
            calls.rename = { old, new in
                steps.withLock { $0.append("rename") }
                return rename(old, new)
            }
            try PrivateFile(path, calls: calls).replace(with: Array("hello".utf8))
            #expect(steps.withLock { $0 } == ["sync 5 bytes", "rename", "sync folder"])
        }
    }

    @Test(
        "is unchanged if the new content cannot be synced or renamed, and no temporary file remains",
        arguments: ["sync", "rename"]
    )
    func failures(step: String) throws {
        try withFolder { folder in
            let path = "\(folder)/file"
            try PrivateFile(path).replace(with: Array("old".utf8))
            var calls = SystemCalls()
            @Sendable func fail() -> Int32 {
                errno = EIO
                return -1
            }
            if step == "sync" {
                calls.sync = { _ in fail() }
            } else {
                calls.rename = { _, _ in fail() }
            }
            #expect(throws: PrivateFileError.failed(path: path, code: EIO)) {
                try PrivateFile(path, calls: calls).replace(with: Array("new".utf8))
            }
            #expect(try PrivateFile(path).read()?.bytes == Array("old".utf8))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["file"])
        }
    }

    @Test("is written to a group-writable folder only if the check of the folder is disabled")
    func sharedFolder() throws {
        try withFolder { folder in
            let file = PrivateFile("\(folder)/shared/file")
            try PrivateFolder.make("\(folder)/shared")
            chmod("\(folder)/shared", 0o770)
            #expect(throws: PrivateFileError.writableByOthers(path: "\(folder)/shared")) {
                try file.replace(with: [1])
            }
            try file.replace(with: [1], checksFolder: false)
            #expect(try mode(of: file.path) == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/shared") == ["file"])
        }
    }

    @Test("does not replace a link, a folder or a pipe", arguments: ["link", "folder", "pipe"])
    func notReplaced(kind: String) throws {
        try withFolder { folder in
            let file = PrivateFile("\(folder)/file")
            switch kind {
            case "link": try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "none")
            case "folder": mkdir(file.path, 0o700)
            default: mkfifo(file.path, 0o600)
            }
            #expect(throws: PrivateFileError.notAFile(path: file.path)) { try file.replace(with: [1]) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["file"])
        }
    }

    @Test(
        "is read, accepted by the check and locked only if no other user can write to it",
        arguments: [0o600, 0o644, 0o400, 0o620, 0o602, 0o666] as [mode_t]
    )
    func modes(mode: mode_t) throws {
        try withFolder { folder in
            let file = PrivateFile("\(folder)/file")
            try write("x", to: file.path, mode: mode)
            if mode & 0o022 == 0 {
                #expect(
                    try file.read()
                        == PrivateFile.Content(bytes: Array("x".utf8), isReadableByOthers: mode & 0o044 != 0)
                )
                try file.check()
                close(try file.openLock())
            } else {
                let expected = PrivateFileError.writableByOthers(path: file.path)
                #expect(throws: expected) { try file.read() }
                #expect(throws: expected) { try file.check() }
                #expect(throws: expected) { try file.openLock() }
            }
        }
    }

    @Test(
        "is neither read, accepted by the check nor locked if it belongs to another user",
        .enabled(if: isRoot, needsRoot)
    )
    func foreignFile() throws {
        try withFolder { folder in
            let file = PrivateFile("\(folder)/file")
            try write("x", to: file.path)
            try #require(chown(file.path, otherUser, otherUser) == 0)
            let expected = PrivateFileError.foreign(path: file.path, owner: otherUser)
            #expect(throws: expected) { try file.read() }
            #expect(throws: expected) { try file.check() }
            #expect(throws: expected) { try file.openLock() }
        }
    }

    @Test("is never locked through a link, and is read through a link only with followsLinks and a safe target")
    func links() throws {
        try withFolder { folder in
            let file = PrivateFile("\(folder)/link")
            try write("x", to: "\(folder)/target")
            try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "target")
            #expect(throws: PrivateFileError.notAFile(path: file.path)) { try file.read() }
            #expect(throws: PrivateFileError.notAFile(path: file.path)) { try file.check() }
            #expect(throws: PrivateFileError.notAFile(path: file.path)) { try file.openLock() }
            #expect(try file.read(followsLinks: true)?.bytes == Array("x".utf8))
            chmod("\(folder)/target", 0o666)
            #expect(throws: PrivateFileError.writableByOthers(path: file.path)) { try file.read(followsLinks: true) }
        }
    }

    @Test("is not read if it is a pipe or a folder, and the attempt does not block", arguments: ["pipe", "folder"])
    func notRead(kind: String) throws {
        try withFolder { folder in
            let file = PrivateFile("\(folder)/file")
            if kind == "pipe" { mkfifo(file.path, 0o600) } else { mkdir(file.path, 0o700) }
            #expect(throws: PrivateFileError.notAFile(path: file.path)) { try file.read() }
        }
    }
}

@Suite("A private folder")
struct PrivateFolderTests {
    @Test(
        "must not be writable by other users, unless it has the sticky bit and the caller allows that",
        arguments: [0o700, 0o755, 0o500, 0o770, 0o777, 0o1777] as [mode_t]
    )
    func modes(mode: mode_t) throws {
        try withFolder { parent in
            let folder = "\(parent)/folder"
            try PrivateFolder.make(folder)
            chmod(folder, mode)
            let error = PrivateFileError.writableByOthers(path: folder)
            if mode & 0o022 == 0 {
                try PrivateFolder.check(folder)
            } else {
                #expect(throws: error) { try PrivateFolder.check(folder) }
            }
            if mode & 0o022 == 0 || mode & 0o1000 != 0 {
                try PrivateFolder.check(folder, allowsSticky: true)
            } else {
                #expect(throws: error) { try PrivateFolder.check(folder, allowsSticky: true) }
            }
        }
    }

    @Test("is rejected if it, or a link to it, belongs to another user", .enabled(if: isRoot, needsRoot))
    func foreign() throws {
        try withFolder { parent in
            let (folder, link) = ("\(parent)/folder", "\(parent)/link")
            try PrivateFolder.make(folder)
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder)
            try PrivateFolder.check(link)
            lchown(link, otherUser, otherUser)
            #expect(throws: PrivateFileError.foreign(path: link, owner: otherUser)) {
                try PrivateFolder.check(link)
            }
            chown(folder, otherUser, otherUser)
            #expect(throws: PrivateFileError.foreign(path: folder, owner: otherUser)) {
                try PrivateFolder.check(folder)
            }
        }
    }

    @Test(
        "is rejected if other users can write to a folder above it, unless that folder is sticky, such as /tmp",
        arguments: [0o777, 0o775, 0o757] as [mode_t]
    )
    func ancestors(mode: mode_t) throws {
        try withFolder { parent in
            let folder = "\(parent)/a/b"
            try PrivateFolder.make(folder)
            chmod("\(parent)/a", mode)
            #expect(throws: PrivateFileError.writableByOthers(path: "\(parent)/a")) { try PrivateFolder.check(folder) }
            chmod("\(parent)/a", mode | 0o1000)
            try PrivateFolder.check(folder)
        }
    }

    @Test("is rejected if a folder or a link above it belongs to another user", .enabled(if: isRoot, needsRoot))
    func foreignAncestors() throws {
        try withFolder { parent in
            let (folder, link) = ("\(parent)/a/b/c", "\(parent)/link")
            try PrivateFolder.make(folder)
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "\(parent)/a")
            try PrivateFolder.check("\(link)/b/c")
            lchown(link, otherUser, otherUser)
            try PrivateFolder.check(folder)
            #expect(throws: PrivateFileError.belowForeign(path: link, owner: otherUser)) {
                try PrivateFolder.check("\(link)/b/c")
            }
            chown("\(parent)/a", otherUser, otherUser)
            for folder in [folder, "\(parent)/a/b"] {
                #expect(throws: PrivateFileError.belowForeign(path: "\(parent)/a", owner: otherUser)) {
                    try PrivateFolder.check(folder)
                }
            }
            let file = PrivateFile("\(folder)/file")
            try Data("content".utf8).write(to: URL(filePath: file.path))
            #expect(throws: PrivateFileError.belowForeign(path: "\(parent)/a", owner: otherUser)) { try file.read() }
            #expect(throws: PrivateFileError.belowForeign(path: "\(parent)/a", owner: otherUser)) {
                try file.replace(with: [])
            }
        }
    }

    #if os(macOS) || os(Linux)
    @Test("is accepted for a user other than root if it belongs to root", .enabled(if: isRoot, needsRoot))
    func root() async {
        await #expect(processExitsWith: .success) {
            // The folder for temporary files may be one that other users cannot enter.
            try withFolder(in: "/tmp") { folder in
                chmod(folder, 0o755)
                try #require(seteuid(otherUser) == 0)
                defer { seteuid(0) }
                try PrivateFolder.check(folder)
                try PrivateFolder.check("/tmp", allowsSticky: true)
                try PrivateFolder.check("/")
            }
        }
    }
    #endif

    @Test("results in an error with its path if it cannot be created or does not exist")
    func making() throws {
        try withFolder { parent in
            try Data().write(to: URL(filePath: "\(parent)/file"))
            #expect(throws: PrivateFileError.notAFolder(path: "\(parent)/file")) {
                try PrivateFolder.make("\(parent)/file")
            }
            #expect(throws: PrivateFileError.notAFolder(path: "\(parent)/file/a")) {
                try PrivateFolder.make("\(parent)/file/a")
            }
            #expect(throws: PrivateFileError.failed(path: "\(parent)/none", code: ENOENT)) {
                try PrivateFolder.check("\(parent)/none")
            }
        }
    }
}

@Suite("An error of a private file or folder")
struct PrivateFileErrorTests {
    @Test("describes the path, the problem and, if there is one, the command that corrects it")
    func descriptions() {
        #expect(
            "\(PrivateFileError.foreign(path: "/a b", owner: 7))"
                == "'/a b' belongs to another user (uid 7); run: rm -ri '/a b'"
        )
        #expect("\(PrivateFileError.writableByOthers(path: "/it's"))".hasSuffix(#"run: chmod go-w '/it'\''s'"#))
        #expect(PrivateFileError.belowForeign(path: "/home/other", owner: 7).remedy == nil)
        // The error contains no command that removes the file, because the path may be that of a folder, given by
        // mistake; and no other advice, because the caller adds its own.
        #expect("\(PrivateFileError.notAFile(path: "/a"))" == "'/a' is not a regular file")
        #expect("\(PrivateFileError.failed(path: "/a", code: ENOSPC))" == "'/a': No space left on device")
    }

    @Test("describes the caller's advice if no command corrects the problem")
    func advice() {
        let notAFile = PrivateFileError.notAFile(path: "/a").description(advice: "choose another file")
        #expect(notAFile == "'/a' is not a regular file; choose another file")
        let writable = PrivateFileError.writableByOthers(path: "/a").description(advice: "choose another file")
        #expect(writable == "'/a' can be written by other users; run: chmod go-w '/a'")
    }
}
