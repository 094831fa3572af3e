#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Something that can be found: three texts, and bytes that come back as they were.
public struct IndexEntry: Sendable, Hashable, Identifiable {
    /// What tells it from others.
    public var id: String
    /// What it is; a search may ask for some kinds only.
    public var kind: String
    /// What counts most.
    public var title: String
    /// What counts next.
    public var subtitle: String
    /// What counts least. Of each of the three the first ``textLimit`` bytes are kept.
    public var text: String
    /// When it came to be: of equally good entries the latest comes first.
    public var date: Date?
    /// Anything.
    public var payload: Data

    /// How much of a text is kept, in UTF-8 bytes: 16 KiB.
    public static let textLimit = 16 << 10
    /// How many bytes id, kind and payload may have together: 1 MiB. An entry with more is left out.
    public static let sizeLimit = 1 << 20

    /// Makes an entry.
    public init(
        id: String,
        kind: String,
        title: String,
        subtitle: String = "",
        text: String = "",
        date: Date? = nil,
        payload: Data = Data()
    ) {
        self.id = id
        self.kind = kind
        self.title = title
        self.subtitle = subtitle
        self.text = text
        self.date = date
        self.payload = payload
    }
}

extension IndexEntry {
    /// The entry as it is kept; nil where it is too large.
    var kept: IndexEntry? {
        guard id.utf8.count + kind.utf8.count + payload.count <= Self.sizeLimit else { return nil }
        var kept = self
        kept.title = Self.clipped(title)
        kept.subtitle = Self.clipped(subtitle)
        kept.text = Self.clipped(text)
        return kept
    }

    private static func clipped(_ text: String) -> String {
        guard text.utf8.count > textLimit else { return text }
        var end = text.utf8.index(text.startIndex, offsetBy: textLimit)
        while end > text.startIndex, text.utf8[end] & 0xC0 == 0x80 { end = text.utf8.index(before: end) }
        return String(text[..<end])
    }
}

/// What was seen at one time in one place, such as a page of results. An entry is in the index as long as a source has it.
///
/// Of several sources that have an entry of one id, the one of the greatest ``detail`` tells it; of equal ones the one that was seen last.
public struct IndexSource: Sendable, Hashable {
    /// The source's name.
    public var name: String
    /// When it was seen.
    public var seenAt: Date
    /// How much it tells of each of its entries, compared with other sources: a list's line tells less than a page of its own.
    public var detail: Int
    /// What it holds.
    public var entries: [IndexEntry]

    /// Makes a source.
    public init(name: String, seenAt: Date, detail: Int = 0, entries: [IndexEntry]) {
        self.name = name
        self.seenAt = seenAt
        self.detail = detail
        self.entries = entries
    }
}
