/// Suggestions for misspelt names.
public enum Spelling {
    /// Returns the similar candidate with the smallest edit distance from a word (the first, if several are equally
    /// near); nil if none is similar. The distance ignores case.
    ///
    /// A candidate is similar if the distance is less than half the length of the shorter of the two, or if it
    /// contains the word and the word has at least four letters.
    public static func nearest(to word: String, among candidates: [String]) -> String? {
        candidates
            .map { (candidate: $0, distance: distance(word, $0)) }
            .filter { candidate, distance in
                distance * 2 < min(candidate.count, word.count) || word.count > 3 && candidate.contains(word)
            }
            .min { $0.distance < $1.distance }?.candidate
    }

    /// Returns the minimum number of insertions, removals, replacements and swaps of adjacent letters that turn one
    /// word into the other, ignoring case (optimal string alignment).
    static func distance(_ typed: String, _ known: String) -> Int {
        let (typed, known) = (Array(typed.lowercased()), Array(known.lowercased()))
        var rows = [Array(0...known.count)]
        for (i, letter) in typed.enumerated() {
            var row = [i + 1]
            for (j, other) in known.enumerated() {
                var best = min(rows[i][j] + (letter == other ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, letter == known[j - 1], typed[i - 1] == other {
                    best = min(best, rows[i - 1][j - 1] + 1)
                }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[typed.count][known.count]
    }
}
