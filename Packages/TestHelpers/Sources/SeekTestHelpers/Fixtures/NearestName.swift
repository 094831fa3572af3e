/// Finds the name someone may have meant.
package enum NearestName {
    /// The candidate with the least edit distance, the first of equals; nil where each differs by more than half of its length.
    package static func nearest(to name: String, among candidates: [String]) -> String? {
        candidates
            .map { (name: $0, distance: distance(name, $0)) }
            .filter { $0.distance <= max($0.name.count, name.count) / 2 }
            .min { $0.distance < $1.distance }?.name
    }

    /// The least number of characters to insert, remove or replace (Levenshtein).
    static func distance(_ first: String, _ second: String) -> Int {
        let target = Array(second)
        var row = Array(0...target.count)
        for (index, character) in first.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in target.indices {
                let replaced = diagonal + (character == target[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
            }
        }
        return row[target.count]
    }
}
