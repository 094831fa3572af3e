import Seek
import SeekAssistants

extension Command {
    static let mcp = Command(
        path: ["mcp"],
        summary: "Serve assistants over standard input and output",
        options: [
            OptionSpec(
                name: .budget,
                value: .required("N"),
                check: .number(0...10_000),
                meaning: "Send at most N YouTube searches (default 20); cached responses do not count"
            ), .timeout(),
        ],
        details: [
            "Speaks the Model Context Protocol: an assistant starts the command, lists its tools and calls them. No "
                + "tool changes anything at the services. The command ends when its input is closed.",
            "Searches have 10 results by default, with their cost, their age and what is left. A call beyond the "
                + "budget is refused with its cost.",
        ],
        examples: ["mcp", "mcp --budget 5"]
    ) { invocation, settings throws(UsageError) in
        var configuration = try settings.configuration()
        if let timeout = invocation.duration(.timeout) { configuration.client.timeout = timeout }
        var options = AssistantServer.Options()
        options.youTubeBudget = invocation.integer(.budget) ?? options.youTubeBudget
        options.now = configuration.client.now
        let seek = SeekClient(configuration)
        let console = settings.console
        let input = console.context.input
        let chunks = AsyncStream { await input.nextChunk() }
        await AssistantServer(seek, options).run(reading: chunks) { line in
            console.write(bytes: line) == .success && !console.isOutputClosed
        }
        await seek.close()
        return Task.isCancelled ? .cancelled : .success
    }
}
