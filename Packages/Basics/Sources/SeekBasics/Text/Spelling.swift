/// Suggestions for misspelt names.
public enum Spelling {
    /// Returns the similar candidate with the smallest edit distance from a word (the first, if several are equally
    /// near); nil if none is similar. The distance ignores case.
    ///
    /// A candidate is similar if the distance is less than half the length of the shorter string, or if the word has at
    /// least four characters and the candidate contains it in the same case.
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
    private static func distance(_ word: String, _ candidate: String) -> Int {
        let (word, candidate) = (Array(word.lowercased()), Array(candidate.lowercased()))
        var rows = [Array(0...candidate.count)]
        for (index, letter) in word.enumerated() {
            var row = [index + 1]
            for (column, candidateLetter) in candidate.enumerated() {
                let replacement = rows[index][column] + (letter == candidateLetter ? 0 : 1)
                var distance = min(replacement, rows[index][column + 1] + 1, row[column] + 1)
                if index > 0, column > 0, letter == candidate[column - 1], word[index - 1] == candidateLetter {
                    distance = min(distance, rows[index - 1][column - 1] + 1)
                }
                row.append(distance)
            }
            rows.append(row)
        }
        return rows[word.count][candidate.count]
    }
}
