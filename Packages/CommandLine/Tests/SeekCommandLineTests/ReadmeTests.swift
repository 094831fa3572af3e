import SeekCommandLine
import Testing

/// The README's sample, as it stands there.
@Suite("The README")
struct ReadmeTests {
    @Test("runs a command line")
    func example() async {
        var world = CommandLineWorld.process
        world.environment["NO_COLOR"] = "1"
        let status = await SeekCommand.run(["help", "videos"], world: world)

        #expect(status == .success)
    }
}
