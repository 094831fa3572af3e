import SeekBasics

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
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

    /// Reads the file; one that does not exist sets nothing.
    ///
    /// Its settings include base URLs and programs to run, so no other user may have written it. Links are followed: many people store their
    /// configuration elsewhere.
    ///
    /// - Throws: where it cannot be read or parsed, another user can have written it, or it holds a secret that others can read.
    func read() throws(UsageError) -> ConfigurationText {
        let content: PrivateFile.Content?
        do throws(PrivateFileError) {
            content = try PrivateFile(path).read(followsLinks: true)
        } catch {
            switch error {
            case .foreign, .writableByOthers, .readableByOthers: throw untrusted(error)
            case .notAFile, .notAFolder, .failed:
                let reason = if case .failed = error { error.problem } else { "it \(error.problem)" }
                throw UsageError(
                    "the configuration '\(name)' cannot be read: \(reason); correct that, or set SEEK_CONFIG"
                )
            }
        }
        guard let content else { return try parse("") }
        guard let string = String(validating: content.bytes, as: UTF8.self) else {
            throw UsageError("the configuration '\(name)' is no text in UTF-8; correct it, or remove it")
        }
        let text = try parse(string)
        if text.hasSecret, content.isReadableByOthers { throw untrusted(.readableByOthers(path: path)) }
        return text
    }

    private func untrusted(_ error: PrivateFileError) -> UsageError {
        let secret = if case .readableByOthers = error { "holds a secret and " } else { "" }
        let place =
            error.path == path
            ? "the configuration '\(name)'" : "the configuration is not used: '\(SafeText.line(error.path))'"
        let remedy = error.remedy.map { "; run: \(SafeText.line($0))" } ?? ""
        return UsageError("\(place) \(secret)\(error.problem)\(remedy)")
    }

    private func parse(_ text: String) throws(UsageError) -> ConfigurationText {
        do throws(ConfigurationText.Malformed) {
            return try ConfigurationText(text)
        } catch {
            throw UsageError("the configuration '\(name)', line \(error.line): \(error.reason)")
        }
    }

    /// Writes the file, readable by its owner alone, in one step.
    func write(_ text: ConfigurationText) throws(UsageError) {
        // What a link leads to is written, and the link stays.
        let target = URL(filePath: path).resolvingSymlinksInPath().path
        do throws(PrivateFileError) {
            try PrivateFile(target).replace(with: Array(text.text.utf8))
        } catch {
            switch error {
            case .foreign, .writableByOthers, .readableByOthers: throw untrusted(error)
            default:
                throw UsageError(
                    "the configuration '\(name)' cannot be written: \(SafeText.line(error.description)); correct that, or set SEEK_CONFIG"
                )
            }
        }
    }
}
