#if os(macOS) || os(Linux)
import Testing

@Suite("The pager")
struct PagerTests {
    @Test("of tables", arguments: CommandCase.cases(transcript))
    func transcripts(commandCase: CommandCase) async throws { try await commandCase.check() }

    /// More text than the buffer of a pipe holds.
    private static let title = String(repeating: "long", count: 1_000)

    private static let transcript = """
        # receives the whole text, and LESS=FRX unless the user has options for less
        GET youtube/search -> videos \((0..<50).map { "\(title)\($0)" }.joined(separator: " "))
        $ stty cols 5000
        $ PAGER=cat seek videos x > direct
        $ export PAGER='cat > {folder}/page; echo "$LESS" > {folder}/less'
        $ seek videos x
        $ cmp direct page
        $ cat less
        FRX
        $ LESS=S seek videos x
        $ cat less
        S

        # counts as having shown the text even if it fails or reads only a part, unless the shell cannot find it
        GET youtube/search -> videos \((0..<50).map { "\(title)\($0)" }.joined(separator: " "))
        $ stty cols 5000
        $ PAGER='exit 0' seek videos x
        $ PAGER='exit 1' seek videos x
        $ PAGER='head -n 1 > /dev/null' seek videos x
        $ PAGER='kill -KILL $$' seek videos x
        $ PAGER='exit 127' seek videos x
        Showing 30 of *
        ... 32 lines
        """
}
#endif
