import SeekIndex
import SeekSearch

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension IndexEntry {
    /// The entry of a result, which comes back as a hit; nil where there is nothing to show.
    init?(_ result: any SearchHitConvertible) {
        guard let hit = result.searchHit else { return nil }
        let encoder = JSONEncoder()
        // Equal hits are equal bytes: the index then has nothing to do.
        encoder.outputFormatting = [.sortedKeys]
        guard let payload = try? encoder.encode(hit) else { return nil }
        let words = result.searchWords.joined(separator: " · ")
        self.init(
            id: hit.id,
            kind: hit.kind.rawValue,
            title: hit.title,
            subtitle: hit.subtitle ?? "",
            text: [hit.text, words].filter { !$0.isEmpty }.joined(separator: "\n"),
            date: hit.date,
            payload: payload
        )
    }
}
