public import SeekBasics

/// A document in an index: three searchable texts, and a payload.
public struct IndexEntry: Sendable, Hashable, Identifiable {
    /// The unique identifier.
    public var id: String
    /// A category by which ``IndexQuery/kinds`` filters.
    public var kind: String
    /// The text with the greatest weight in the ranking. The first ``textLimit`` bytes of each text are stored.
    public var title: String
    /// The text with the second greatest weight.
    public var subtitle: String
    /// The text with the least weight.
    public var text: String
    /// The date of publication. Hits with equal scores are sorted by date: the latest first, those without a date last.
    public var date: Date?
    /// Data that is not searched, and is returned unchanged.
    public var payload: Data

    /// The maximum number of UTF-8 bytes of each text that are stored: 16 KiB.
    public static let textLimit = 16 << 10
    /// The maximum total size of id, kind and payload in bytes: 1 MiB. A larger entry is ignored.
    public static let sizeLimit = 1 << 20

    /// Creates an entry.
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
    /// The entry with its texts truncated to ``textLimit``; nil when it is larger than ``sizeLimit``.
    var withinLimits: IndexEntry? {
        guard id.utf8.count + kind.utf8.count + payload.count <= Self.sizeLimit else { return nil }
        var entry = self
        entry.title = Self.truncated(title)
        entry.subtitle = Self.truncated(subtitle)
        entry.text = Self.truncated(text)
        return entry
    }

    private static func truncated(_ text: String) -> String {
        guard text.utf8.count > textLimit else { return text }
        var end = text.utf8.index(text.startIndex, offsetBy: textLimit)
        while end > text.startIndex, text.utf8[end] & 0xC0 == 0x80 { end = text.utf8.index(before: end) }
        return String(text[..<end])
    }
}

/// A group of entries that were seen together, such as a page of results. An entry is in the index as long as a source
/// contains it.
///
/// When several sources contain an entry with the same id, the version of the source with the greatest ``detail`` is
/// used; among sources with equal detail, that of the source seen last; with equal dates, the version put last.
public struct IndexSource: Sendable, Hashable {
    /// The unique name.
    public var name: String
    /// The date when the source was seen.
    public var seenAt: Date
    /// How complete the entries are in comparison with other sources; greater is more complete. A row of a list has
    /// less detail than a page about one entry.
    public var detail: Int
    /// The entries.
    public var entries: [IndexEntry]

    /// Creates a source.
    public init(name: String, seenAt: Date, detail: Int = 0, entries: [IndexEntry]) {
        self.name = name
        self.seenAt = seenAt
        self.detail = detail
        self.entries = entries
    }
}
