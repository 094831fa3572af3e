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
