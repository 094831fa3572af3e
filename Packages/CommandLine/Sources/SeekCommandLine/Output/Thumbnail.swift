import Seek
import SeekBasics
import SeekNetworking

struct Thumbnail: Sendable, Hashable {
    /// The name of the file, without an extension.
    var name: String
    /// The URLs of all sizes, the largest first.
    var urls: [URL]

    /// Returns `nil` if there is no thumbnail, or if the name (an ID from the server) is not valid for a file.
    init?(name: String, sizes thumbnails: [String: YouTubeThumbnail]) {
        guard OpenTarget.isName(name), !thumbnails.isEmpty else { return nil }
        self.name = name
        urls = thumbnails.largestFirst.map(\.url)
    }
}

/// Downloads thumbnails into a folder: `--thumbnails`.
struct ThumbnailFolder: Sendable {
    private let folder: URL
    private let invocation: Invocation

    /// Creates the folder if it is missing.
    init(_ path: String, _ invocation: Invocation) throws(UsageError) {
        self.invocation = invocation
        folder = URL(literalPath: path)
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw UsageError("cannot create the folder '\(SafeText.line(path))' for thumbnails; choose another folder")
        }
    }

    private static let maximumConcurrentDownloads = 4

    /// Downloads thumbnails, and reports the result. Existing files are replaced. Fails only if none could be stored.
    func save(_ thumbnails: [Thumbnail], with seek: SeekClient, _ settings: CommandSettings) async -> CommandStatus {
        let console = settings.console
        console.progress.start("downloading \(counted(thumbnails.count, "thumbnail"))")
        var savedCount = 0
        var failures: [String] = []
        await withTaskGroup(of: String?.self) { group in
            var remaining = thumbnails[...]
            for thumbnail in remaining.prefix(Self.maximumConcurrentDownloads) {
                group.addTask { await save(thumbnail, with: seek, settings) }
            }
            remaining = remaining.dropFirst(Self.maximumConcurrentDownloads)
            while let failure = await group.next() {
                if let failure { failures.append(failure) } else { savedCount += 1 }
                console.progress.update("\(savedCount.grouped) of \(counted(thumbnails.count, "thumbnail"))")
                if let next = remaining.popFirst(), !Task.isCancelled {
                    group.addTask { await save(next, with: seek, settings) }
                }
            }
        }
        console.progress.end()
        if savedCount > 0 || thumbnails.isEmpty {
            console.report("saved \(counted(savedCount, "thumbnail")) in \(folder.path)")
        }
        guard let failure = failures.first else { return .success }
        let count = "\(failures.count.grouped) of \(counted(thumbnails.count, "thumbnail"))"
        let problem = "\(count) could not be saved: \(failure)"
        guard savedCount == 0 else {
            console.warn(problem)
            return .success
        }
        console.report(problem)
        return .failure
    }

    /// Downloads and stores the largest size of a thumbnail that exists. Returns why that failed, or `nil`.
    private func save(_ thumbnail: Thumbnail, with seek: SeekClient, _ settings: CommandSettings) async -> String? {
        let data: Data
        do throws(NetworkError) {
            data = try await seek.image(atFirstOf: thumbnail.urls)
        } catch {
            // Only results of YouTube have thumbnails to download.
            return settings.describe(.network(error), of: invocation, source: "\(SearchService.youTube)")
        }
        let format = InlineImageProtocol.Format(data) ?? .jpeg
        let file = folder.appending(path: "\(thumbnail.name).\(format.rawValue)")
        do {
            try data.write(to: file, options: .atomic)
            return nil
        } catch {
            return "cannot write '\(file.path)'; check the folder and the disk"
        }
    }
}

/// A protocol that displays image files in a terminal. Files are sent without decoding.
enum InlineImageProtocol: Sendable, Hashable {
    /// The inline images protocol of iTerm2, which supports JPEG and PNG.
    case iTerm
    /// The graphics protocol of kitty, which supports PNG files only.
    case kitty

    /// An image format, detected by the first bytes of a file. The raw value is the file extension.
    enum Format: String, Sendable {
        case jpeg = "jpg"
        case png
        case webP = "webp"

        init?(_ bytes: Data) {
            if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
                self = .jpeg
            } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
                self = .png
            } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
                self = .webP
            } else {
                return nil
            }
        }
    }

    /// Detects the protocol of the terminal from the environment. Returns `nil` if the terminal supports none, if
    /// images are disabled, or inside tmux or screen, which do not forward images.
    init?(environment: [String: String]) {
        func value(_ name: String) -> String { environment[name] ?? "" }
        let term = value("TERM")
        guard term != "dumb", value("TMUX").isEmpty, value("STY").isEmpty, value("SEEK_IMAGES") != "never" else {
            return nil
        }
        if ["iTerm.app", "WezTerm"].contains(value("TERM_PROGRAM")) || value("LC_TERMINAL") == "iTerm2" {
            self = .iTerm
        } else if !value("KITTY_WINDOW_ID").isEmpty || term == "xterm-kitty" || term == "xterm-ghostty" {
            self = .kitty
        } else {
            return nil
        }
    }

    func supports(_ format: Format) -> Bool { format == .png || self == .iTerm && format == .jpeg }

    /// Returns the escape sequences that show an image with a height in text lines, or `nil` if its format is not
    /// supported.
    func escapeSequences(for bytes: Data, lines: Int) -> String? {
        guard let format = Format(bytes), supports(format) else { return nil }
        let base64 = bytes.base64EncodedString()
        switch self {
        case .iTerm:
            // https://iterm2.com/documentation-images.html
            return
                "\u{1B}]1337;File=inline=1;size=\(bytes.count);height=\(lines);preserveAspectRatio=1:\(base64)\u{07}\n"
        case .kitty:
            // https://sw.kovidgoyal.net/kitty/graphics-protocol/: at most 4096 bytes per chunk; `m=1` in all chunks
            // except the last.
            var chunks = ""
            var remaining = base64[...]
            var isFirst = true
            repeat {
                let chunk = remaining.prefix(4_096)
                remaining = remaining.dropFirst(4_096)
                let more = remaining.isEmpty ? 0 : 1
                chunks += "\u{1B}_G" + (isFirst ? "a=T,f=100,r=\(lines),q=2," : "") + "m=\(more);\(chunk)\u{1B}\\"
                isFirst = false
            } while !remaining.isEmpty
            return chunks + "\n"
        }
    }
}
