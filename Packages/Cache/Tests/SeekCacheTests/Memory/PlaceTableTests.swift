import SeekTestHelpers
import Testing

@testable import SeekCache

@Suite("A table of places")
struct PlaceTableTests {
    @Test("holds what a dictionary would hold, whatever comes and goes", arguments: 0..<40 as Range<UInt64>)
    func law(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        // Few hashes, so that rows meet, cross the end of the table and have holes in every position.
        let hashes = Int.random(in: 1...40, using: &chance)
        var table = PlaceTable()
        var hashOfPlace: [Int: Int] = [:]
        for _ in 0..<600 {
            let place = Int.random(in: 0..<60, using: &chance)
            if let hash = hashOfPlace.removeValue(forKey: place) {
                table.remove(place, for: hash)
            } else {
                let hash = Int.random(in: 0..<hashes, using: &chance) &* 7919
                table.insert(place, for: hash)
                hashOfPlace[place] = hash
            }
            #expect(table.count == hashOfPlace.count)
            for (place, hash) in hashOfPlace where table.place(for: hash, where: { $0 == place }) != place {
                Issue.record("place \(place) of hash \(hash) is lost")
                return
            }
            let gone = (0..<60).filter { hashOfPlace[$0] == nil }
            for hash in 0..<hashes where table.place(for: hash &* 7919, where: gone.contains) != nil {
                Issue.record("hash \(hash) finds what is gone")
                return
            }
        }
    }

    @Test("finds nothing where nothing is")
    func empty() {
        #expect(PlaceTable().place(for: 1) { _ in true } == nil)
        var table = PlaceTable()
        table.insert(3, for: 1)
        #expect(table.place(for: 1) { _ in true } == 3)
        #expect(table.place(for: 1) { _ in false } == nil)
        table.remove(3, for: 1)
        #expect(table.place(for: 1) { _ in true } == nil)
    }
}
