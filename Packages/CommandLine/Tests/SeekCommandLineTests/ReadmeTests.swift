import SeekCommandLine
import Testing

/// The sample code of the README.
@Suite("The README")
struct ReadmeTests {
    @Test("the sample code runs a command line")
    func example() async {
        var context = CommandContext.process
        context.environment["NO_COLOR"] = "1"
        let status = await SeekCommand.run(["help", "videos"], context: context)

        #expect(status == .success)
    }
}
