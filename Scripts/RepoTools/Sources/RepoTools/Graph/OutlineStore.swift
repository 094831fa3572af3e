import Dispatch
import Foundation
import Synchronization

/// The outlines of manifests by the hash of their content, stored in one file. Each manifest is evaluated once, and a
/// single read returns all known outlines.
struct OutlineStore {
    /// The full path of the file.
    var file: String
    /// Reads the text of a manifest, by its hash or from its location.
    var text: @Sendable (_ blob: String, _ place: String) throws(RepoError) -> String
    /// Evaluates the manifest of a folder; replaced in tests.
    var dump: @Sendable (_ folder: String) throws(RepoError) -> String

    /// The first line of the file. A file from another toolchain, or in another format, is ignored.
    private var heading: String { "outlines 1 \(Toolchain.fingerprint)" }

    /// Returns the outlines of manifests: hash → outline.
    ///
    /// - Parameter places: Hash → the locations of manifests with this content.
    func outlines(of places: [String: Set<String>]) throws(RepoError) -> [String: Outline] {
        let known = read()
        var outlines: [String: Outline] = [:]
        var missing: [String] = []
        for blob in places.keys {
            if let line = known[blob[...]], let outline = Outline(line: line) {
                outlines[blob] = outline
            } else {
                missing.append(blob)
            }
        }
        guard !missing.isEmpty else { return outlines }
        let (found, problem) = evaluate(missing.sorted(), places: places)
        outlines.merge(found.mapValues(\.outline)) { $1 }
        let kept = found.filter { !$0.value.readsSurroundings }.mapValues(\.outline)
        if !kept.isEmpty { save(kept, to: known, needed: places.count) }
        if let problem { throw problem }
        return outlines
    }

    private struct Answer {
        var outline: Outline
        /// Whether the result depends on more than the text, so that it can differ in another place or at another time.
        var readsSurroundings: Bool
    }

    private func evaluate(_ blobs: [String], places: [String: Set<String>]) -> ([String: Answer], RepoError?) {
        let results = Mutex<([String: Answer], RepoError?)>(([:], nil))
        DispatchQueue.concurrentPerform(iterations: blobs.count) { index in
            let blob = blobs[index]
            do throws(RepoError) {
                let answer = try evaluate(blob, places: places[blob, default: []].sorted())
                results.withLock { $0.0[blob] = answer }
            } catch {
                results.withLock { $0.1 = $0.1 ?? error }
            }
        }
        return results.withLock { $0 }
    }

    /// Names that a manifest uses to read more than its own text.
    private static let surroundings = ["Context.", "#file", "ProcessInfo", "FileManager", "getenv", "contentsOf"]

    /// Evaluates a manifest in a temporary folder, because a manifest of another commit has no file.
    private func evaluate(_ blob: String, places: [String]) throws(RepoError) -> Answer {
        let place = places.first ?? blob
        let package = Files.name(of: Files.parent(of: place))
        let folder = "\(NSTemporaryDirectory())/repo-\(UUID().uuidString)/\(package)"
        defer { Files.remove(Files.parent(of: folder)) }
        let text = try text(blob, place)
        let readsSurroundings = Self.surroundings.contains { text.contains($0) }
        if readsSurroundings, places.count > 1 {
            throw RepoError("\(places[0]) and \(places[1]) are the same text that may mean another thing in each place")
        }
        try Files.write(text, to: "\(folder)/Package.swift")
        do throws(RepoError) {
            let outline = Outline(try ManifestLoader.parse(try dump(folder), of: folder))
            return Answer(outline: outline, readsSurroundings: readsSurroundings)
        } catch {
            throw RepoError(error.message.replacing(folder + "/Package.swift", with: place))
        }
    }

    // MARK: The file

    private func read() -> [Substring: Substring] {
        guard let text = try? Files.text(file) else { return [:] }
        var lines = text.utf8.split(separator: UInt8(ascii: "\n"))[...]
        guard let first = lines.popFirst(), Substring(first) == heading else { return [:] }
        var known: [Substring: Substring] = [:]
        known.reserveCapacity(lines.count)
        for line in lines {
            guard let space = line.firstIndex(of: UInt8(ascii: " ")) else { continue }
            known[Substring(line[..<space])] = Substring(line[line.index(after: space)...])
        }
        return known
    }

    /// Stores outlines. A failure is ignored, because the cache only saves time.
    private func save(_ found: [String: Outline], to known: [Substring: Substring], needed: Int) {
        // Known outlines are dropped once most of the file is unused.
        let kept = known.count > 1000 + 4 * needed ? [:] : known
        var lines = kept.map { "\($0.key) \($0.value)" }
        for (blob, outline) in found {
            if let line = outline.line { lines.append("\(blob) \(line)") }
        }
        try? Files.replace(file, with: ([heading] + lines.sorted()).joined(separator: "\n") + "\n")
    }
}
