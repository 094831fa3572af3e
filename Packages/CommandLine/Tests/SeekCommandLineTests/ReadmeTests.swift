import SeekCommandLine
import Testing

/// The README's sample, as it stands there.
@Suite("The README")
struct ReadmeTests {
    @Test("runs a command line")
    func example() async {
        var context = CommandContext.process
        context.environment["NO_COLOR"] = "1"
        let status = await SeekCommand.run(["help", "videos"], context: context)

        #expect(status == .success)
    }
}
