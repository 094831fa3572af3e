import Seek

/// A type whose cases are the values of a flag.
protocol CommandLineChoice: CaseIterable, RawRepresentable, Sendable where RawValue == String {}

extension CommandLineChoice {
    /// The value on the command line, in kebab case: `closed-caption` for `closedCaption`.
    var word: String {
        rawValue.reduce(into: "") { word, character in
            if character.isUppercase { word.append("-") }
            word += character.lowercased()
        }
    }

    init?(word: String) {
        guard let match = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = match
    }
}

extension Invocation {
    func choice<Choice: CommandLineChoice>(_ name: OptionSpec.Name, _ type: Choice.Type = Choice.self) -> Choice? {
        values[name].flatMap(Choice.init(word:))
    }
}

extension YouTubeCaption: CommandLineChoice {}
extension YouTubeChannelType: CommandLineChoice {}
extension YouTubeDefinition: CommandLineChoice {}
extension YouTubeDimension: CommandLineChoice {}
extension YouTubeEventType: CommandLineChoice {}
extension YouTubeLicense: CommandLineChoice {}
extension YouTubeOrder: CommandLineChoice {}
extension YouTubeSafeSearch: CommandLineChoice {}
extension YouTubeVideoLength: CommandLineChoice {}
extension YouTubeVideoType: CommandLineChoice {}
extension GitHubCommitSort: CommandLineChoice {}
extension GitHubIssueSort: CommandLineChoice {}
extension GitHubLabelSort: CommandLineChoice {}
extension GitHubOrder: CommandLineChoice {}
extension GitHubRepositoryListSort: CommandLineChoice {}
extension GitHubRepositorySort: CommandLineChoice {}
extension GitHubUserSort: CommandLineChoice {}
