import Foundation
import Seek
import SeekTestHelpers
import Testing

@testable import SeekCommandLine

@Suite("The Atom feed of a saved search")
struct SavedFeedTests {
    private let saved: SavedCommandLine

    init() throws { saved = try SavedCommandLine() }

    /// Returns the texts of all elements with this name and without attributes.
    private func elements(_ name: String, in xml: String) -> [Substring] {
        xml.components(separatedBy: "<\(name)>").dropFirst().map { $0.prefix { $0 != "<" } }
    }

    @Test("has the same IDs after a run in which a title has changed")
    func stableIDs() async {
        _ = await saved("add", "walks", "night walk", "--scope", "videos")
        _ = await saved("run", "walks", titles: ["a", "b"])
        let first = await saved("feed", "walks").output
        _ = await saved("run", "walks", titles: ["A", "b"])
        let second = await saved("feed", "walks").output
        // The ID of the feed, and those of two entries.
        #expect(elements("id", in: first).count == 3)
        #expect(elements("id", in: second) == elements("id", in: first))
        #expect(elements("title", in: second) == ["walks", "A", "b"])
        #expect(elements("subtitle", in: second) == ["night walk"])
    }

    @Test("is the same after a run without changes, and has the date of the last change")
    func updated() async {
        _ = await saved("add", "walks", "night walk", "--scope", "videos")
        _ = await saved("run", "walks", titles: ["a", "b"])
        let first = await saved("feed", "walks").output
        _ = await saved("run", "walks", titles: ["a", "b"], at: 3_600)
        #expect(await saved("feed", "walks").output == first)
        #expect(elements("updated", in: first).first == "2026-09-21T14:13:20Z")
        _ = await saved("run", "walks", titles: ["a", "b", "c"], at: 7_200)
        #expect(elements("updated", in: await saved("feed", "walks").output).first == "2026-09-21T16:13:20Z")
    }

    @Test("links to its public URL if --url is given")
    func selfLink() async {
        _ = await saved("add", "walks", "night walk", "--scope", "videos")
        _ = await saved("run", "walks", titles: ["a"])
        #expect(await !saved("feed", "walks").output.contains("rel=\"self\""))
        let outcome = await saved("feed", "walks", "--url", "https://example.com/a?b=1&c=2")
        #expect(
            outcome.output.contains(
                "rel=\"self\" type=\"application/atom+xml\" href=\"https://example.com/a?b=1&amp;c=2\"/>"
            )
        )
        #expect(outcome.status == .success)
    }

    @Test(
        "--url must be an http or https URL with a host and without a user name",
        arguments: ["example.com", "file:///a", "https://u:p@example.com", "https://"]
    )
    func invalidURL(url: String) async {
        let outcome = await saved("feed", "walks", "--url", url)
        #expect(outcome.status == .usage)
        #expect(outcome.messages.hasPrefix("seek: --url must be an http or https URL without a user name, such as "))
    }

    @Test("is not printed before the first run")
    func withoutRun() async {
        _ = await saved("add", "two words", "night walk")
        let outcome = await saved("feed", "two words")
        let message = "seek: 'two words' has no results yet; run: seek saved run 'two words'\n"
        #expect(outcome == Outcome(status: .failure, output: "", messages: message))
    }
}
