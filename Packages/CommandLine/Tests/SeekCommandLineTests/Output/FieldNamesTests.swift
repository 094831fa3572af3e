import Foundation
import SeekBasics
import SeekCommandLine
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("The fields of results")
struct FieldNamesTests {
    private static let issueSearch = "https://api.github.com/search/issues"

    private static let transport = StubTransport([
        stub(.get, repositorySearch, times: .any, returning: .json(["items": [repository], "total_count": 1])),
        stub(.get, issueSearch, times: .any, returning: .json(["items": [issue], "total_count": 1])),
    ])

    private static let repository: JSONValue = [
        "id": 1, "name": "r", "html_url": "https://github.com/o/r", "stargazers_count": 4120, "forks_count": 7,
        "open_issues_count": 3, "size": 2048, "homepage": "https://r.example", "default_branch": "trunk",
        "created_at": "2019-01-02T03:04:05Z", "updated_at": "2026-01-02T03:04:05Z", "visibility": "internal",
        "has_wiki": false,
    ]

    private static let issue: JSONValue = [
        "id": 2, "number": 5, "title": "t", "html_url": "https://github.com/o/r/issues/5", "locked": true,
        "milestone": ["title": "1.0"], "comments": 6, "state": "closed", "state_reason": "not_planned",
    ]

    @Test(
        "have the names of gh, and are selected by their former names too",
        arguments: [
            (
                "repos x --json createdAt,updatedAt,openIssuesCount,size,homepage,defaultBranch",
                #"[{"createdAt":"2019-01-02T03:04:05Z","defaultBranch":"trunk","homepage":"https://r.example","#
                    + #""openIssuesCount":3,"size":2048,"updatedAt":"2026-01-02T03:04:05Z"}]"#
            ),
            (
                "repos x --json hasIssues,hasWiki,isPrivate,visibility,watchersCount",
                #"[{"hasIssues":null,"hasWiki":false,"isPrivate":true,"visibility":"internal","watchersCount":4120}]"#
            ),
            (
                "repos x --json stargazersCount,stars,forks",
                #"[{"forks":7,"stargazersCount":4120,"stars":4120}]"#
            ),
            ("repos x --columns stars,forksCount", "4120\t7"),
            ("repos x --template {{.stars}}/{{.stargazersCount}}", "4120/4120"),
            (
                "issues x --json number,isLocked,milestone,commentsCount,stateReason",
                #"[{"commentsCount":6,"isLocked":true,"milestone":"1.0","number":5,"stateReason":"not_planned"}]"#
            ),
            ("issues x --columns commentCount", "6"),
        ]
    )
    func names(line: String, output: String) async {
        let outcome = await seek(line.words, transport: Self.transport)
        #expect(outcome == Outcome(status: .success, output: output + "\n", messages: ""))
    }

    @Test("all names of gh are valid, except those of properties that GitHub has retired")
    func namesOfGH() async {
        let repositories =
            "createdAt,defaultBranch,description,forksCount,fullName,hasIssues,hasPages,hasProjects,hasWiki,homepage,id,"
            + "isArchived,isDisabled,isFork,isPrivate,language,license,name,openIssuesCount,owner,pushedAt,size,"
            + "stargazersCount,updatedAt,url,visibility,watchersCount"
        let issues =
            "assignees,author,authorAssociation,body,closedAt,commentsCount,createdAt,id,isLocked,isPullRequest,labels,"
            + "number,repository,state,title,updatedAt,url,isDraft"
        for (command, names) in [("repos", repositories), ("issues", issues)] {
            let outcome = await seek(command, "x", "--json", names, transport: Self.transport)
            #expect(outcome.status == .success, "\(outcome)")
        }
    }

    @Test(
        "a filter that takes the object of seek search for a list is explained",
        .enabled(if: JQFilterTests.isInstalled)
    )
    func filterOfObject() async {
        let outcome = await seek(
            ["search", "x", "--kinds", "repositories", "--jq", ".[].title"],
            environment: ["PATH": "/usr/bin:/bin"],
            transport: Self.transport
        )
        #expect(outcome.status == .failure)
        #expect(outcome.messages.hasSuffix("correct the expression; the results are in .results[], not in .[]\n"))
    }
}
