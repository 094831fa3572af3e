#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Where the configuration is kept, and the file there.
struct ConfigurationFile: Sendable {
    let path: String

    /// `SEEK_CONFIG`, else the platform's place; nil without a home.
    init?(environment: [String: String]) {
        func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        if let path = value("SEEK_CONFIG") {
            self.path = path
            return
        }
        #if os(macOS)
        let home = value("HOME").map { "\($0)/Library/Application Support" }
        #else
        // A relative path is to be ignored (XDG Base Directory Specification).
        let home =
            value("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? value("HOME").map { "\($0)/.config" }
        #endif
        guard let home else { return nil }
        path = "\(home)/seek/config"
    }

    private var name: String { SafeText.line(path) }

    /// Reads it; one that is not there sets nothing.
    ///
    /// - Throws: where it cannot be read or understood, or holds a secret that others can read.
    func read() throws(UsageError) -> ConfigurationText {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return try parse("") }
            throw UsageError(
                "the configuration '\(name)' cannot be read: \(Self.reason); mend that, or set SEEK_CONFIG"
            )
        }
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw UsageError(
                "the configuration '\(name)' cannot be read: is it a file, and yours? Mend that, or set SEEK_CONFIG"
            )
        }
        guard let content = String(validating: bytes, as: UTF8.self) else {
            throw UsageError("the configuration '\(name)' is no text in UTF-8; mend it, or remove it")
        }
        let text = try parse(content)
        if text.hasSecret {
            guard status.st_mode & 0o077 == 0 else {
                throw UsageError(
                    "the configuration '\(name)' holds a secret that others can read; run: chmod 600 \(quotedForShell(name))"
                )
            }
            guard status.st_uid == geteuid() else {
                throw UsageError(
                    "the configuration '\(name)' holds a secret and belongs to someone else; make one of your own"
                )
            }
        }
        return text
    }

    private func parse(_ text: String) throws(UsageError) -> ConfigurationText {
        do throws(ConfigurationText.Malformed) {
            return try ConfigurationText(text)
        } catch {
            throw UsageError("the configuration '\(name)', line \(error.line): \(error.reason)")
        }
    }

    /// Writes it, readable by its owner alone, in one step.
    func write(_ text: ConfigurationText) throws(UsageError) {
        // What a link leads to is written, and the link stays.
        let target = URL(filePath: path).resolvingSymlinksInPath().path
        let new = "\(target).new"
        do {
            try FileManager.default.createDirectory(
                at: URL(filePath: target).deletingLastPathComponent(),
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw UsageError(
                "the configuration '\(name)' cannot be written: its folder cannot be made; set SEEK_CONFIG"
            )
        }
        let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw unwritable }
        _ = fchmod(descriptor, 0o600)
        let bytes = Array(text.text.utf8)
        let written = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
        guard written == bytes.count, rename(new, target) == 0 else {
            let error = unwritable
            unlink(new)
            throw error
        }
    }

    private var unwritable: UsageError {
        UsageError("the configuration '\(name)' cannot be written: \(Self.reason); mend that, or set SEEK_CONFIG")
    }

    private static var reason: String { String(cString: strerror(errno)) }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
