import Foundation
import Seek
import SeekCommandLine
import SeekTestHelpers
import Testing

@Suite("Saved searches")
struct SavedCommandTests {
    @Test("stored searches and their changes", arguments: CommandCase.cases(searches + runs + edits + feeds))
    func transcripts(commandCase: CommandCase) async throws { try await commandCase.check() }

    private static let searches = """
        # searches are stored, listed with their options, and removed
        $ seek saved list
        ! seek: no saved searches; save one with: seek saved add NAME TEXT
        $ seek saved add walks night walk --kinds videos -L9
        $ seek saved add a x -L7 --order view-count --sort stars
        $ seek saved list
        a\tx\tvideos, repositories\t--kinds videos,repositories --limit 7 --sort stars --order view-count\t0\t
        walks\tnight walk\tvideos\t--kinds videos --limit 9\t0\t
        $ seek saved list --json limit,name,order,sort
        [{"limit":7,"name":"a","order":"view-count","sort":"stars"},{"limit":9,"name":"walks","order":null,"sort":"relevance"}]
        $ seek saved remove a
        ! seek: removed the saved search 'a' and its history
        $ seek saved remove a
        1! seek: no saved search 'a'; run 'seek saved list' for all saved searches
        $ seek saved remove wlaks
        1! seek: no saved search 'wlaks'; did you mean 'walks'?
        $ seek saved list --columns name
        walks

        # filters are removed by the names of their flags, also those that are qualifiers of the text
        $ seek saved add bugs crash --label bug --state open --since 7d
        $ seek saved edit bugs --remove label,since
        $ seek saved list --columns text,kinds
        crash state:open\tissues, prs
        $ seek saved add stars --stars 5 --kinds issues
        2! seek: --stars has no effect on issues; remove it, or choose other --kinds

        # a search with an existing name is rejected, or with --replace replaces the existing one
        $ seek saved add walks night walk
        $ seek saved add walks day walk
        2! seek: a saved search 'walks' already exists; choose another name, or add --replace
        $ seek saved add walks day walk --replace
        ! seek: the saved search 'walks' is now 'day walk' --kinds videos,repositories --limit 30, without history; it was 'night walk' --kinds videos,repositories --limit 30
        $ seek saved list
        walks\tday walk\tvideos, repositories\t--kinds videos,repositories --limit 30\t0\t

        # a search is shown with its options, the date of the last run and the stored results
        GET youtube/search -> videos a b total=2
        $ seek saved add walks night walk --kinds videos -L9 --order date
        $ seek saved show walks
        name\twalks
        text\tnight walk
        options\t--kinds videos --limit 9 --order date
        command\tseek saved add walks 'night walk' --kinds videos --limit 9 --order date
        last run\tnever
        results\t0
        $ seek saved show walks --format csv
        kind,title,subtitle,date,url
        $ seek saved run walks --columns title
        a
        b
        $ seek saved show walks
        name\twalks
        text\tnight walk
        options\t--kinds videos --limit 9 --order date
        command\tseek saved add walks 'night walk' --kinds videos --limit 9 --order date
        last run\t2026-09-21T14:13:20Z
        results\t2
        --
        video\ta\tChannel\t2024-02-29T12:00:00Z\thttps://www.youtube.com/watch?v=v0
        video\tb\tChannel\t2024-02-29T12:00:00Z\thttps://www.youtube.com/watch?v=v1
        $ seek saved show walks --columns title
        a
        b
        $ seek saved show walks --format markdown
        | | kind | title | by | date |
        | | --- | --- | --- | --- |
        | | video | [a](https://www.youtube.com/watch?v=v0) | Channel | 2024-02-29 |
        | | video | [b](https://www.youtube.com/watch?v=v1) | Channel | 2024-02-29 |
        $ seek saved show walks --template {{.title}}
        a
        b
        $ seek saved show walks --format ndjson --columns title
        {"title":"a"}
        {"title":"b"}
        $ seek saved show walks --json title
        {"caption":null,"channel":null,"definition":null,"duration":null,"eventType":null,"kinds":["videos"],"language":null,"lastRunAt":"2026-09-21T14:13:20Z","limit":9,"name":"walks","order":"date","region":null,"resultCount":2,"results":[{"title":"a"},{"title":"b"}],"since":null,"sort":"relevance","text":"night walk","until":null}

        # flags that do not apply to the kinds are rejected
        $ seek saved add x y --kinds repositories --order=date
        2! seek: --order has no effect on repositories; remove it, or choose other --kinds
        $ seek saved add x y --kinds videos --sort=stars
        2! seek: --sort has no effect on videos; remove it, or choose other --kinds

        # a search retains every flag, and is shown as the command that recreates it
        $ seek saved add new --channel @slowswift --since 30d
        $ seek saved add bugs crash --kinds issues --repo a/b --label bug --state open
        $ seek saved add tools swift --language swift --stars '>=100' --sort updated --until 2026-01-31
        $ seek saved add talks -- -vlog swift
        $ seek saved add walks walk --kinds videos,playlists --duration long --caption closed-caption --region JP --language ja --sort date
        $ seek saved list
        bugs\tcrash repo:a/b label:bug state:open\tissues\t--kinds issues --limit 30\t0\t
        new\t\tvideos\t--kinds videos --limit 30 --since 30d --channel @slowswift\t0\t
        talks\t-vlog swift\tvideos, repositories\t--kinds videos,repositories --limit 30\t0\t
        tools\tswift stars:>=100\tvideos, repositories\t--kinds videos,repositories --limit 30 --sort updated --until 2026-01-31 --language swift\t0\t
        walks\twalk\tvideos, playlists\t--kinds videos,playlists --limit 30 --sort date --language ja --region JP --duration long --caption closed-caption\t0\t
        $ seek saved show talks
        name\ttalks
        text\t-vlog swift
        options\t--kinds videos,repositories --limit 30
        command\tseek saved add talks --kinds videos,repositories --limit 30 -- '-vlog swift'
        last run\tnever
        results\t0
        $ seek saved edit walks --remove region,duration
        $ seek saved edit tools --stars 1
        $ seek saved edit bugs --state closed
        $ seek saved edit new --kinds videos,repos
        $ seek saved list --columns name,text,kinds,duration,channel
        bugs\tcrash repo:a/b label:bug state:closed\tissues\t\t
        new\t\tvideos, repositories\t\t@slowswift
        talks\t-vlog swift\tvideos, repositories\t\t
        tools\tswift stars:1\tvideos, repositories\t\t
        walks\twalk\tvideos, playlists\t\t

        # for a misspelled name, the most similar one is suggested
        $ seek saved add walks night walk
        $ seek saved run wlaks
        1! seek: no saved search 'wlaks'; did you mean 'walks'?
        $ seek saved show wlaks
        1! seek: no saved search 'wlaks'; did you mean 'walks'?
        $ seek saved feed wlaks
        1! seek: no saved search 'wlaks'; did you mean 'walks'?
        $ seek saved edit wlaks x
        1! seek: no saved search 'wlaks'; did you mean 'walks'?

        # a state folder is required; the cache is not used by commands that send no request
        $ export SEEK_CACHE_DIR=/proc/self/seek
        $ seek saved add walks night walk
        $ seek saved list --columns name
        walks
        $ SEEK_STATE_DIR= seek saved list
        1! seek: there is no folder for saved searches; set a state folder (SEEK_STATE_DIR)

        """

    private static let runs = """
        # a run reports changes in its output and exit status
        GET youtube/search ->
          videos a b total=2
          videos a b total=2
          videos a b total=2
          videos a b total=2
          videos A total=1
          404
        $ seek saved add walks night walk --kinds videos
        $ seek saved run walks --exit-code
        new\tvideo\ta\tChannel\t2024-02-29T12:00:00Z\thttps://www.youtube.com/watch?v=v0
        new\tvideo\tb\tChannel\t2024-02-29T12:00:00Z\thttps://www.youtube.com/watch?v=v1
        [3]
        $ seek saved run walks --exit-code
        ! seek: no changes since the last run
        $ seek saved run walks --json
        {"failures":[],"results":[]}
        $ seek saved run walks --unchanged
        unchanged\tvideo\ta\tChannel\t2024-02-29T12:00:00Z\thttps://www.youtube.com/watch?v=v0
        unchanged\tvideo\tb\tChannel\t2024-02-29T12:00:00Z\thttps://www.youtube.com/watch?v=v1
        $ seek saved run walks --json title,change
        {"failures":[],"results":[{"change":"changed","title":"A"},{"change":"removed","title":"b"}]}
        $ seek saved run walks
        1! seek: YouTube has no such method at this base URL, or you have no access to it

        # a result that may still exist beyond the fetched results is dropped, not removed
        GET youtube/search ->
          videos a b next=2
          videos a next=2
        GET youtube/search?pageToken=2 -> videos
        $ seek saved add walks x --kinds videos -L2
        $ seek saved run walks --columns change,title
        new\ta
        new\tb
        $ seek saved run walks --columns change,title
        dropped\tb

        # if a source fails, the results of the others are compared
        GET youtube/search ->
          videos a total=1
          404
        GET github/search/repositories -> nothing
        $ seek saved add walks x
        $ seek saved run walks --columns title
        a
        $ seek saved run walks --exit-code
        ! seek: warning: YouTube has no such method at this base URL, or you have no access to it
        5! seek: not compared: YouTube; no changes in the other results since the last run

        # a run of all searches names the search in the first column and in messages
        GET youtube/search -> videos a b total=2
        GET github/search/repositories -> github/search_repositories
        $ seek saved run
        ! seek: no saved searches; save one with: seek saved add NAME TEXT
        $ seek saved run --json
        []
        ! seek: no saved searches; save one with: seek saved add NAME TEXT
        $ seek saved add walks night walk --kinds videos
        $ seek saved add tools swift --kinds repositories
        $ seek saved run --columns search,change,title
        tools\tnew\tseek-demo/tetris.swift
        tools\tnew\tseek-demo/swift-search
        walks\tnew\ta
        walks\tnew\tb
        $ seek saved run --all
        ! seek: tools: no changes since the last run
        ! seek: walks: no changes since the last run
        $ seek saved run walks --all
        2! seek: --all and NAME cannot be combined; remove one

        # all searches are printed as a table or a section of Markdown each, whose rows are numbered consecutively
        GET youtube/search -> videos a b total=2
        $ seek saved add more x --kinds videos
        $ seek saved add walks x --kinds videos
        $ seek saved run --format markdown
        | ## more: 2 new
        |
        | | change | kind | title | by | date |
        | | --- | --- | --- | --- | --- |
        | | new | video | [a](https://www.youtube.com/watch?v=v0) | Channel | 2024-02-29 |
        | | new | video | [b](https://www.youtube.com/watch?v=v1) | Channel | 2024-02-29 |
        |
        | ## walks: 2 new
        |
        | | change | kind | title | by | date |
        | | --- | --- | --- | --- | --- |
        | | new | video | [a](https://www.youtube.com/watch?v=v0) | Channel | 2024-02-29 |
        | | new | video | [b](https://www.youtube.com/watch?v=v1) | Channel | 2024-02-29 |
        $ seek saved add more x --kinds videos --replace
        ! seek: the saved search 'more' is now 'x' --kinds videos --limit 30, without history; it was 'x' --kinds videos --limit 30
        $ seek saved add walks x --kinds videos --replace
        ! seek: the saved search 'walks' is now 'x' --kinds videos --limit 30, without history; it was 'x' --kinds videos --limit 30
        $ stty cols 100
        $ seek saved run
        Showing 4 results; open one with: seek open NUMBER
        |
        more: 2 new
        |
        | #  CHANGE  KIND   TITLE  BY       DATE         URL
        1  new     video  a      Channel  2 years ago  youtu.be/v0
        2  new     video  b      Channel  2 years ago  youtu.be/v1
        |
        walks: 2 new
        |
        | #  CHANGE  KIND   TITLE  BY       DATE         URL
        3  new     video  a      Channel  2 years ago  youtu.be/v0
        4  new     video  b      Channel  2 years ago  youtu.be/v1

        # JSON contains the results and the failures of each search
        GET youtube/search -> 404
        GET github/search/repositories -> {"items": [{"id": 1, "full_name": "a/b", "name": "b", "html_url": "https://github.com/a/b"}], "total_count": 1}
        $ seek saved add walks night walk --kinds videos
        $ seek saved add tools swift --kinds repositories
        $ seek saved run --json title,change
        [{"failures":[],"results":[{"change":"new","title":"a/b"}],"search":"tools"},{"failures":[{"kind":"not-found","message":"YouTube has no such method at this base URL, or you have no access to it","source":"youtube"}],"results":[],"search":"walks"}]
        ! seek: warning: walks: YouTube has no such method at this base URL, or you have no access to it
        $ seek saved run --format ndjson --columns search,title
        ! seek: warning: walks: YouTube has no such method at this base URL, or you have no access to it

        # a run fails if all searches fail, with status 4 if all lack a credential
        ANY * -> 404
        $ seek saved add walks night walk --kinds videos
        $ seek saved add tools swift --kinds repositories
        $ seek saved run
        ! seek: warning: tools: GitHub has no such search at this base URL, or you have no access to it
        ! seek: warning: walks: YouTube has no such method at this base URL, or you have no access to it
        1! seek: all 2 saved searches failed
        $ seek saved run --json
        [{"failures":[{"kind":"not-found","message":"GitHub has no such search at this base URL, or you have no access to it","source":"github"}],"results":[],"search":"tools"},{"failures":[{"kind":"not-found","message":"YouTube has no such method at this base URL, or you have no access to it","source":"youtube"}],"results":[],"search":"walks"}]
        ! seek: warning: tools: GitHub has no such search at this base URL, or you have no access to it
        ! seek: warning: walks: YouTube has no such method at this base URL, or you have no access to it
        1! seek: all 2 saved searches failed
        $ seek saved remove tools
        ! seek: removed the saved search 'tools' and its history
        $ YOUTUBE_API_KEY= seek saved run
        4! seek: warning: walks: YouTube needs an API key; create one at https://console.cloud.google.com/apis/credentials; set YOUTUBE_API_KEY, or run: seek auth login youtube

        # --exit-code returns 3 if the results of any search have changed
        GET youtube/search -> videos a total=1
        GET github/search/repositories -> nothing
        $ seek saved add walks night walk --kinds videos
        $ seek saved add tools swift --kinds repositories
        $ seek saved run tools
        ! seek: no changes since the last run
        $ seek saved run --exit-code --columns title
        a
        3! seek: tools: no changes since the last run
        $ seek saved run --exit-code
        ! seek: tools: no changes since the last run
        ! seek: walks: no changes since the last run

        # --dry-run estimates the cost without sending a request; --budget rejects a run that needs more calls
        $ seek saved add walks night walk --kinds videos -L120
        $ seek saved add tools swift --kinds repositories
        $ seek saved run --dry-run
        > nothing
        YouTube\tyoutube.search\t3\t0\t100\tyes
        GitHub\tsearch\t1\t0\t\t
        $ seek saved run tools --dry-run --json
        [{"affordable":null,"budget":null,"cached":0,"calls":1,"local":false,"quota":"search","remaining":null,"service":"GitHub"}]
        $ seek saved run --budget 0
        ! seek: warning: tools: GitHub: the budget of 0 calls is used up, and the command needs up to 4; allow more with --budget
        ! seek: warning: walks: YouTube: the budget of 0 calls is used up, and the command needs up to 4; allow more with --budget
        1! seek: all 2 saved searches failed
        $ YOUTUBE_API_KEY= seek saved run --dry-run
        GitHub\tsearch\t1\t0\t\t
        ! seek: warning: YouTube needs an API key; create one at https://console.cloud.google.com/apis/credentials; set YOUTUBE_API_KEY, or run: seek auth login youtube
        $ YOUTUBE_API_KEY= seek saved run walks --dry-run
        4! seek: YouTube needs an API key; create one at https://console.cloud.google.com/apis/credentials; set YOUTUBE_API_KEY, or run: seek auth login youtube

        # if today's quota is too small, a warning is printed, and the searches of the other service are run
        GET youtube/search -> 403 youtube/error_quota_exceeded
        GET github/search/repositories -> {"items": [{"id": 1, "full_name": "a/b", "name": "b", "html_url": "https://github.com/a/b"}], "total_count": 1}
        $ seek saved add walks night walk --kinds videos
        $ seek saved add tools swift --kinds repositories
        $ seek saved run walks
        1! seek: YouTube: today's quota is used up; it resets tomorrow at 07:00 UTC (midnight Pacific time)
        $ seek saved run --columns search,title
        tools\ta/b
        ! seek: warning: the run needs up to 1 call of YouTube's search quota, of which 0 are left today; see --dry-run
        ! seek: warning: walks: YouTube: today's quota is used up; it resets tomorrow at 07:00 UTC (midnight Pacific time)

        """

    private static let edits = """
        # an edit changes only what is given, but removes filters and orders that the new kinds do not have
        $ seek saved add walks night walk --kinds videos -L9 --order date
        $ seek saved edit walks day walk
        $ seek saved edit walks -L50
        $ seek saved edit walks --order title
        $ seek saved list
        walks\tday walk\tvideos\t--kinds videos --limit 50 --order title\t0\t
        $ seek saved edit walks --kinds videos,repos --sort stars
        $ seek saved list
        walks\tday walk\tvideos, repositories\t--kinds videos,repositories --limit 50 --sort stars --order title\t0\t
        $ seek saved edit walks --sort relevance
        $ seek saved edit walks --kinds repositories
        $ seek saved edit walks --name 'two words'
        $ seek saved list
        two words\tday walk\trepositories\t--kinds repositories --limit 50\t0\t

        # an edit retains the history; after a change of the kinds, only the next run reports the results as removed
        GET youtube/search ->
          videos a b total=2
          videos a total=1
        GET github/search/repositories -> nothing
        $ seek saved add walks night walk --kinds videos
        $ seek saved run walks --columns title
        a
        b
        $ seek saved edit walks day walk --name days
        $ seek saved run days --columns change,title
        removed\tb
        $ seek saved edit days --kinds repositories
        $ seek saved run days --columns change,title
        removed\ta
        $ seek saved run days
        ! seek: no changes since the last run

        # an invalid edit is rejected, and nothing is stored
        $ seek saved add walks night walk --kinds videos
        $ seek saved add other x
        $ seek saved edit walks
        2! seek: missing TEXT: enter it, or a flag such as --name; usage: seek saved edit NAME [TEXT...] [flags]
        $ seek saved edit walks '  '
        2! seek: the search text is empty; enter one, or a flag such as --name
        $ seek saved edit wlaks -L1 --kinds videos,repos
        1! seek: no saved search 'wlaks'; did you mean 'walks'?
        $ seek saved edit walks --name other
        2! seek: a saved search 'other' already exists; choose another name
        $ seek saved edit walks --name ' '
        2! seek: the name of a saved search is blank or contains a control character, or has more than 200 characters; choose another
        $ seek saved edit walks --sort stars
        2! seek: --sort has no effect on videos; remove it, or choose other --kinds
        $ seek saved edit walks --kinds issues --order date
        2! seek: --order has no effect on issues; remove it, or choose other --kinds
        $ seek saved list
        other\tx\tvideos, repositories\t--kinds videos,repositories --limit 30\t0\t
        walks\tnight walk\tvideos\t--kinds videos --limit 30\t0\t

        """

    private static let feeds = """
        # a feed contains the stored results, and its own address if --url is given
        GET youtube/search -> videos a total=1
        $ seek saved add walks night walk --kinds videos
        $ seek saved feed walks
        1! seek: 'walks' has no results yet; run: seek saved run walks
        $ seek saved run walks --columns title
        a
        $ seek saved feed walks --url 'https://example.com/a?b=1&c=2'
        <?xml version="1.0" encoding="utf-8"?>
        <feed xmlns="http://www.w3.org/2005/Atom">
        <id>urn:uuid:*</id>
        <title>walks</title>
        <subtitle>night walk</subtitle>
        <updated>2026-09-21T14:13:20Z</updated>
        <author><name>Seek</name></author>
        <generator>Seek</generator>
        <link rel="self" type="application/atom+xml" href="https://example.com/a?b=1&amp;c=2"/>
        <entry>
        <id>urn:uuid:*</id>
        <title>a</title>
        <updated>2024-02-29T12:00:00Z</updated>
        <category term="video"/>
        <link rel="alternate" href="https://www.youtube.com/watch?v=v0"/>
        <author><name>Channel</name></author>
        </entry>
        </feed>

        # a feed is the same after a run without changes, and has the same IDs after a title has changed
        GET youtube/search ->
          videos a b total=2
          videos a b total=2
          videos A b total=2
        $ seek saved add walks night walk --kinds videos
        $ seek saved run walks --columns title
        a
        b
        $ seek saved feed walks > first.xml
        $ sleep 3600
        $ seek saved run walks
        ! seek: no changes since the last run
        $ seek saved feed walks > second.xml
        $ cmp first.xml second.xml
        $ sleep 3600
        $ seek saved run walks --columns title
        A
        $ seek saved feed walks > third.xml
        $ grep '<id>' first.xml > ids && grep '<id>' third.xml | cmp - ids
        $ diff first.xml third.xml | grep '^>'
        | > <updated>2026-09-21T16:13:20Z</updated>
        | > <title>A</title>

        # --url must be an http or https URL with a host and without a user name
        $ seek saved feed walks --url example.com
        2! seek: --url must be an http or https URL without a user name, such as https://example.com/feed.xml, not 'example.com'
        $ seek saved feed walks --url file:///a
        2! seek: --url must be an http or https URL without a user name, such as https://example.com/feed.xml, not 'file:///a'
        $ seek saved feed walks --url https://u:p@example.com
        2! seek: --url must be an http or https URL without a user name, such as https://example.com/feed.xml, not 'https://REDACTED:REDACTED@example.com'
        $ seek saved feed walks --url https://
        2! seek: --url must be an http or https URL without a user name, such as https://example.com/feed.xml, not 'https://'
        """
}
