import Foundation
import SeekSearch
import Testing

/// 2025-01-01 in UTC, and a fraction of a second, which queries do not contain.
private let date = Date(timeIntervalSince1970: 1_735_689_600.7)

@Suite("GitHub queries")
struct GitHubQueryTests {
    @Test(
        "are formatted in GitHub's syntax, with values quoted where necessary",
        arguments: [
            ("tetris", "tetris"), (GitHubQuery(" a  b "), "a  b"),
            (GitHubQuery("").phrase("hello world"), "\"hello world\""),
            (GitHubQuery("a").with(.language("Visual Basic")), "a language:\"Visual Basic\""),
            (GitHubQuery("a").with(.language("C++"), .stars(.atLeast(10))), "a language:C++ stars:>=10"),
            (GitHubQuery().with(.label("say \"hi\"")), "label:\"say  hi \""),
            (GitHubQuery("a").without(.topic("game")), "a -topic:game"),
            (GitHubQuery().with(.forks(.atMost(3)), .size(.exactly(7))), "forks:<=3 size:7"),
            (GitHubQuery().with(.followers(.between(1, 9))), "followers:1..9"),
            (GitHubQuery().with(.created(.atLeast(date))), "created:>=2025-01-01T00:00:00Z"),
            (
                GitHubQuery().with(.pushed(.between(date, date + 60))),
                "pushed:2025-01-01T00:00:00Z..2025-01-01T00:01:00Z"
            ),
            (GitHubQuery("a").with(.in(.name, .readme)), "a in:name,readme"),
            (GitHubQuery().with(GitHubQualifier("new", "a:b")), "new:\"a:b\""),
            (GitHubQuery().with(.includingForks, .archived(false)), "fork:true archived:false"),
            (GitHubQuery().with(.label("f(x)")), "label:\"f(x)\""),
        ] as [(GitHubQuery, String)]
    )
    func text(query: GitHubQuery, text: String) {
        #expect(query.description == text)
    }

    @Test("use GitHub's names for qualifiers")
    func names() {
        let query = GitHubQuery().with(
            .user("u"),
            .organization("o"),
            .repository("o/r"),
            .license("mit"),
            .onlyForks,
            .repositoryCount(.exactly(1)),
            .comments(.exactly(1)),
            .updated(.exactly(date)),
            .closed(.exactly(date)),
            .merged(.exactly(date)),
            .authorDate(.exactly(date)),
            .committerDate(.exactly(date)),
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
        "report what GitHub rejects, and how to fix it",
        arguments: [
            ("", "text-needed", "enter one"), ("  ", "text-needed", "enter one"),
            ("a\0", "text-characters", "remove it"),
            (GitHubQuery(String(repeating: "x", count: 257)), "text-length", "shorten it to 256"),
            (
                GitHubQuery(Array(repeating: "xxx", count: 65).joined(separator: " ")), "text-length",
                "has 259 characters, without qualifiers and operators"
            ),
            ("language:swift OR language:go", "operators-text", "apply to words only"),
            ("a OR b OR c AND d NOT e NOT f OR g", "operator-count", "allows 5; split"),
            ("(NOT a) (NOT b) (NOT c) (NOT d) (NOT e) (NOT f)", "operator-count", "has 6 operators"),
            ("say \"hi", "quotes-closed", "close it"),
            (GitHubQuery("a").with(.user("")), "qualifier-value", "'user:' has no value; add it"),
            (
                GitHubQuery().with(.topic("a\"b")), "qualifier-quotes",
                "'topic:a\"b' contains a quotation mark; remove it"
            ),
        ] as [(GitHubQuery, String, String)]
    )
    func errors(query: GitHubQuery, rule: String, expected: String) {
        let diagnostics = query.diagnostics(for: .repositories)
        #expect(diagnostics.map(\.rule) == [rule])
        #expect(diagnostics[0].severity == .error)
        #expect(diagnostics[0].problem.description.contains(expected))
    }

    @Test(
        "allow what GitHub accepts",
        arguments: [
            "a OR b OR c AND d NOT e NOT f", "\"a OR b AND c NOT d OR e OR f OR g\"", "or and not",
            GitHubQuery(String(repeating: "x", count: 256)), "language:swift stars:>10 \"hello world\"",
            GitHubQuery(Array(repeating: "topic:swift-package", count: 40).joined(separator: " ")),
            GitHubQuery(String(repeating: "x", count: 254)).with(.language("Swift"), .user("octocat")),
        ] as [GitHubQuery]
    )
    func accepted(query: GitHubQuery) {
        #expect(query.diagnostics(for: .repositories).isEmpty)
    }

    @Test(
        "report text that GitHub takes for an unknown qualifier, with the quoted form to use",
        arguments: [
            ("error:timeout", "'\"error:timeout\"'"), ("crash -error:timeout", "'-\"error:timeout\"'"),
            ("https://example.com/a?b=c", "'\"https://example.com/a?b=c\"'"), ("at 12:30", "'\"12:30\"'"),
            ("std::vector", "'\"std::vector\"'"), ("C:\\temp", "'\"C:\\temp\"'"), ("(a:b)", "'\"a:b\"'"),
            ("a:\"b c\"", "'\"a:b c\"'"), ("fix:tada:", "'\"fix:tada:\"'"), ("ERROR:x", "'\"ERROR:x\"'"),
        ]
    )
    func unknownQualifiers(text: String, expected: String) {
        for kind in GitHubSearchKind.allCases where kind != .labels {
            let diagnostics = GitHubQuery(text).diagnostics(for: kind, scope: .issues)
            #expect(diagnostics.map(\.rule) == ["qualifier-unknown"], "\(kind)")
            #expect(diagnostics.map(\.severity) == [kind == .code ? .warning : .error], "\(kind)")
            #expect("\(diagnostics)".contains("in quotation marks: \(expected)"), "\(kind)")
        }
        #expect(GitHubQuery(text).diagnostics(for: .labels).isEmpty)
    }

    @Test(
        "do not report a colon in a quoted text, or without a word on both sides, or in a known qualifier",
        arguments: [
            "\"error:timeout\"", "`error:timeout`", "-\"a:b\"", "warning: unused", ":tada:", "::1", "IS:OPEN",
            "a \"b c:d\" e", "label:\"a:b\"", "created:2026-01-01T12:30:00Z", "field.priority:high", "props.team:a",
        ]
    )
    func knownQualifiers(text: String) {
        #expect(GitHubQuery("x \(text)").diagnostics(for: .issues, scope: .issues).isEmpty)
    }

    @Test("warn about a qualifier that has no effect in a search for the given kind of results")
    func kinds() {
        let query = GitHubQuery("a").with(.stars(.atLeast(1)), GitHubQualifier("new", "x"))
        #expect(query.diagnostics(for: .repositories).isEmpty)
        let diagnostics = query.diagnostics(for: .users)
        #expect(diagnostics.map(\.rule) == ["qualifier-kind"])
        #expect(diagnostics[0].severity == .warning)
        #expect(
            diagnostics[0].problem == "'stars:>=1' has no effect in a search for users; it applies to repositories"
        )
    }
}
