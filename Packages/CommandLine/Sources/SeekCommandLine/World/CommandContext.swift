public import Seek

/// The world outside the command line: what it reads, where it writes, what it reaches. A test puts its own in place.
public struct CommandContext: Sendable {
    /// The environment variables.
    public var environment: [String: String]
    /// Where lines are read from.
    public var input: any LineInput
    /// Where data goes.
    public var output: any TextOutput
    /// Where messages go.
    public var messages: any TextOutput
    /// The terminal that data goes to; nil where it goes to a file or another program.
    public var terminal: Terminal?
    /// Whether a person sees messages at once: they go to a terminal.
    public var messagesAreShown: Bool
    /// What opens URLs; nil is the system's own way.
    public var opener: (any URLOpening)?
    /// Changes the configuration that was read from the environment: another transport, another clock.
    public var configure: @Sendable (inout SeekConfiguration) -> Void

    /// Makes a world.
    public init(
        environment: [String: String],
        input: any LineInput = NoInput(),
        output: any TextOutput,
        messages: any TextOutput,
        terminal: Terminal? = nil,
        messagesAreShown: Bool = false,
        opener: (any URLOpening)? = nil,
        configure: @escaping @Sendable (inout SeekConfiguration) -> Void = { _ in }
    ) {
        self.environment = environment
        self.input = input
        self.output = output
        self.messages = messages
        self.terminal = terminal
        self.messagesAreShown = messagesAreShown
        self.opener = opener
        self.configure = configure
    }
}

/// A terminal that is written to.
public struct Terminal: Sendable, Hashable {
    /// How many columns it has.
    public var columns: Int

    /// Makes a terminal of at least one column.
    public init(columns: Int) { self.columns = max(1, columns) }
}

/// Something that text is written to.
public protocol TextOutput: Sendable {
    /// Writes a text whole.
    ///
    /// - Throws: ``OutputError``
    func write(_ text: String) throws(OutputError)

    /// Writes bytes whole, whatever they are.
    ///
    /// - Throws: ``OutputError``
    func write(bytes: [UInt8]) throws(OutputError)
}

extension TextOutput {
    /// Writes bytes as the text they are; what is no UTF-8 becomes U+FFFD.
    public func write(bytes: [UInt8]) throws(OutputError) {
        try write(String(decoding: bytes, as: UTF8.self))
    }
}

/// Why output could not be written.
public enum OutputError: Error, Sendable, Hashable {
    /// Whoever read it has gone: `seek … | head -1`.
    case closed
    /// The system refused, in its own words: the disk is full.
    case failed(String)
}
