import Testing

@testable import SeekTestHelpers

@Suite("The nearest name")
struct NearestNameTests {
    @Test(
        "takes the fewest characters put in, taken out or replaced",
        arguments: [
            ("", "", 0), ("abc", "abc", 0), ("abc", "", 3), ("", "abc", 3), ("kitten", "sitting", 3), ("ab", "ba", 2),
        ]
    )
    func distance(left: String, right: String, distance: Int) {
        #expect(NearestName.distance(left, right) == distance)
    }

    @Test("is none where each differs by more than half")
    func none() {
        #expect(NearestName.nearest(to: "--prot", among: ["--port", "--log"]) == "--port")
        #expect(NearestName.nearest(to: "-?", among: ["--port", "--quota"]) == nil)
        #expect(NearestName.nearest(to: "x", among: []) == nil)
    }
}
