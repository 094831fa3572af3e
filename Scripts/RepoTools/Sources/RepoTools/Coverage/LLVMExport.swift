import Foundation

/// The part of the output of `llvm-cov export` that contains line coverage.
struct LLVMExport: Decodable {
    var data: [Section]

    struct Section: Decodable {
        var files: [File]
    }

    struct File: Decodable {
        var filename: String
        var segments: [Segment]
    }

    /// A position from which a count applies, up to the next segment.
    struct Segment: Decodable {
        var line: Int
        var count: Int
        var hasCount = true
        var isRegionEntry = true
        var isGap = false

        var startsRegion: Bool { hasCount && isRegionEntry && !isGap }
    }

    static func read(_ path: String) throws(RepoError) -> LLVMExport {
        let data = try Files.data(path)
        do {
            return try JSONDecoder().decode(LLVMExport.self, from: data)
        } catch {
            throw RepoError("\(path) is not a coverage export: \(error)")
        }
    }
}

extension LLVMExport.Segment {
    init(from decoder: any Decoder) throws {
        var fields = try decoder.unkeyedContainer()
        line = try fields.decode(Int.self)
        // The column.
        _ = try fields.decode(Int.self)
        count = Int(clamping: try fields.decode(UInt64.self))
        hasCount = try fields.decode(Bool.self)
        isRegionEntry = try fields.decode(Bool.self)
        isGap = try fields.decode(Bool.self)
    }
}

extension LLVMExport.File {
    /// The execution count of each line that contains code, by the rules of LLVM's `LineCoverageStats`: the maximum of
    /// the counts of the regions that start on the line and of the region that continues from the previous line. A line
    /// that contains several regions, such as closures, is counted once.
    var lineCounts: [Int: Int] {
        let byLine = Dictionary(grouping: segments, by: \.line)
        guard let first = byLine.keys.min(), let last = byLine.keys.max() else { return [:] }
        var counts: [Int: Int] = [:]
        var continuing: LLVMExport.Segment?
        for number in first...last {
            let lineSegments = byLine[number] ?? []
            let starts = lineSegments.filter(\.startsRegion)
            let isSkipped = lineSegments.first.map { !$0.hasCount && $0.isRegionEntry } ?? false
            let continuingCount = continuing.flatMap { $0.hasCount ? $0.count : nil }
            if !starts.isEmpty || (!isSkipped && continuingCount != nil) {
                counts[number] = max(continuingCount ?? 0, starts.map(\.count).max() ?? 0)
            }
            continuing = lineSegments.last ?? continuing
        }
        return counts
    }
}
