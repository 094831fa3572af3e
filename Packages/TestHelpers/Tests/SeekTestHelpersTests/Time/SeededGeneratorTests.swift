import SeekTestHelpers
import Testing

@Suite("SeededGenerator")
struct SeededGeneratorTests {
    @Test("the generator produces the numbers of SplitMix64")
    func reference() {
        // The reference implementation's numbers for the seed 1234567 (Vigna, splitmix64.c).
        var generator = SeededGenerator(seed: 1_234_567)
        let numbers = (1...5).map { _ in generator.next() }
        #expect(
            numbers == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ]
        )
    }

    @Test("equal seeds produce equal shuffles and different seeds different ones")
    func seeds() {
        func shuffled(_ seed: UInt64) -> [Int] {
            var generator = SeededGenerator(seed: seed)
            return (1...50).shuffled(using: &generator)
        }
        #expect(shuffled(1) == shuffled(1))
        #expect(shuffled(1) != shuffled(2))
    }
}
