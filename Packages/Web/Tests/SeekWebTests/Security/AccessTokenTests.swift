import Foundation
import SeekTestHelpers
import Testing

@testable import SeekWeb

@Suite("The token that all users share")
struct AccessTokenTests {
    @Test("is read from a private file, and whitespace around it is ignored")
    func file() throws {
        let folder = try TemporaryFolder()
        let file = try write("\n  0123456789abcdef\r\n", 0o600, folder)
        #expect(try AccessToken(file: file).matches("0123456789abcdef"))
    }

    @Test(
        "the error for an unusable file explains the problem without the token",
        arguments: [
            ("0123456789abcdef", 0o644, "chmod 600"), ("short", 0o600, "openssl rand -hex 32"), ("", 0o600, "openssl"),
            ("0123456789 abcdef", 0o600, "no spaces"), (nil, 0, "does not exist"),
        ] as [(String?, Int, String)]
    )
    func problems(content: String?, mode: Int, message: String) throws {
        let folder = try TemporaryFolder()
        let file = try content.map { try write($0, mode, folder) } ?? folder.path(of: "none")
        let error = #expect(throws: AccessTokenError.self) { try AccessToken(file: file) }
        #expect(error?.description.contains(message) == true)
        #expect(content.map { $0.isEmpty || error?.description.contains($0) == false } ?? true)
    }

    @Test("is not part of a description, a dump or the fingerprint of a session")
    func hidden() throws {
        let token = try #require(AccessToken("0123456789abcdef"))
        var dumped = ""
        dump(token, to: &dumped)
        let fingerprint = token.fingerprint(ofSession: "a")
        #expect(!"\(token)\(dumped)\(fingerprint)".contains("0123456789abcdef"))
        #expect(fingerprint != AccessToken("0123456789abcdeg")?.fingerprint(ofSession: "a"))
    }

    @Test("that is created is long and random, and is stored in a file that only this user can read")
    func random() throws {
        let folder = try TemporaryFolder()
        let path = folder.path(of: "token")
        try AccessToken.random().write(to: path)
        let text = try String(contentsOfFile: path, encoding: .utf8).dropLast()
        #expect(text.count == 64)
        #expect(try AccessToken(file: path).matches(text))
        #expect(!AccessToken.random().matches(text))
    }

    private func write(_ content: String, _ mode: Int, _ folder: TemporaryFolder) throws -> String {
        try folder.write(content, to: "token")
        let path = folder.path(of: "token")
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        return path
    }
}
