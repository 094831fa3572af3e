/// Finds the word someone may have meant.
enum Spelling {
    /// The candidate that differs least, the first of equals; nil where each differs by half of its length or of the word's, or more.
    static func nearest(to word: String, among candidates: [String]) -> String? {
        candidates
            .map { (word: $0, distance: distance(Array(word.lowercased()), Array($0))) }
            .filter { $0.distance * 2 < min($0.word.count, word.count) }
            .min { $0.distance < $1.distance }?.word
    }

    /// The least number of letters to insert, remove, replace or swap with their neighbour (optimal string alignment):
    /// swapped neighbours are the most common slip of a typist.
    private static func distance(_ typed: [Character], _ known: [Character]) -> Int {
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
