import Foundation
import SeekSearch
import Testing

private let moment = Date(timeIntervalSince1970: 1_735_689_600.7)

@Suite("GitHub's queries")
struct GitHubQueryTests {
    @Test(
        "A query shows itself, quoted where it has to be",
        arguments: [
            ("tetris", "tetris"), (GitHubQuery(" a  b "), "a  b"),
            (GitHubQuery("").phrase("hello world"), "\"hello world\""),
            (GitHubQuery("a").with(.language("Visual Basic")), "a language:\"Visual Basic\""),
            (GitHubQuery("a").with(.language("C++"), .stars(.atLeast(10))), "a language:C++ stars:>=10"),
            (GitHubQuery().with(.label("say \"hi\"")), "label:\"say  hi \""),
            (GitHubQuery("a").without(.topic("game")), "a -topic:game"),
            (GitHubQuery().with(.forks(.atMost(3)), .size(.exactly(7))), "forks:<=3 size:7"),
            (GitHubQuery().with(.followers(.between(1, 9))), "followers:1..9"),
            (GitHubQuery().with(.created(.atLeast(moment))), "created:>=2025-01-01T00:00:00Z"),
            (
                GitHubQuery().with(.pushed(.between(moment, moment + 60))),
                "pushed:2025-01-01T00:00:00Z..2025-01-01T00:01:00Z"
            ),
            (GitHubQuery("a").with(.in(.name, .readme)), "a in:name,readme"),
            (GitHubQuery().with(GitHubQualifier("new", "a:b")), "new:\"a:b\""),
            (GitHubQuery().with(.includingForks, .archived(false)), "fork:true archived:false"),
        ] as [(GitHubQuery, String)]
    )
    func text(query: GitHubQuery, text: String) {
        #expect(query.description == text)
    }

    @Test("Every qualifier carries GitHub's name")
    func names() {
        let query = GitHubQuery().with(
            .user("u"),
            .organization("o"),
            .repository("o/r"),
            .license("mit"),
            .onlyForks,
            .repositoryCount(.exactly(1)),
            .comments(.exactly(1)),
            .updated(.exactly(moment)),
            .closed(.exactly(moment)),
            .merged(.exactly(moment)),
            .authorDate(.exactly(moment)),
            .committerDate(.exactly(moment)),
            .is("open"),
            .type("pr"),
            .state("open"),
            .author("a"),
            .committer("c"),
            .assignee("b"),
            .mentions("m"),
            .milestone("1"),
            .filename("f"),
            .path("p"),
            .fileExtension("swift"),
            .hash("7f"),
            .location("x")
        )
        let names = query.description.split(separator: " ").map { $0.prefix { $0 != ":" } }
        #expect(
            names == [
                "user", "org", "repo", "license", "fork", "repos", "comments", "updated", "closed", "merged",
                "author-date", "committer-date", "is", "type", "state", "author", "committer", "assignee", "mentions",
                "milestone", "filename", "path", "extension", "hash", "location",
            ]
        )
    }

    @Test(
        "What GitHub refuses is found, and how to mend it",
        arguments: [
            ("", "text-needed", "say what"), ("  ", "text-needed", "say what"), ("a\0", "text-characters", "remove it"),
            (GitHubQuery(String(repeating: "x", count: 257)), "text-length", "at most 256"),
            ("a OR b OR c AND d NOT e NOT f OR g", "operator-count", "takes 5, split it"),
            ("say \"hi", "quotes-closed", "close it"),
            (GitHubQuery("a").with(.user("")), "qualifier-value", "fill it in"),
        ] as [(GitHubQuery, String, String)]
    )
    func errors(query: GitHubQuery, rule: String, words: String) {
        let diagnostics = query.diagnostics(for: .repositories)
        #expect(diagnostics.map(\.rule) == [rule] && diagnostics[0].severity == .error)
        #expect(diagnostics[0].message.contains(words))
    }

    @Test(
        "What GitHub takes is let through",
        arguments: [
            "a OR b OR c AND d NOT e NOT f", "\"a OR b AND c NOT d OR e OR f OR g\"", "or and not",
            GitHubQuery(String(repeating: "x", count: 256)), "language:swift stars:>10 \"hello world\"",
        ] as [GitHubQuery]
    )
    func accepted(query: GitHubQuery) {
        #expect(query.diagnostics(for: .repositories).isEmpty)
    }

    @Test("A qualifier that does nothing for a kind is warned of")
    func kinds() {
        let query = GitHubQuery("a").with(.stars(.atLeast(1)), GitHubQualifier("new", "x"))
        #expect(query.diagnostics(for: .repositories).isEmpty)
        let diagnostics = query.diagnostics(for: .users)
        #expect(diagnostics.map(\.rule) == ["qualifier-kind"] && diagnostics[0].severity == .warning)
        #expect(diagnostics[0].message == "'stars:>=1' does nothing in a search of users; it is for repositories")
    }
}
