import Foundation
import Seek
import SeekCommandLine
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("The cache")
struct CacheCommandTests {
    private let folder: TemporaryFolder
    private let environment: [String: String]

    init() throws {
        folder = try TemporaryFolder()
        environment = ["YOUTUBE_API_KEY": "k", "SEEK_CACHE_DIR": folder.url.path]
    }

    @Test("stored responses and their removal", arguments: CommandCase.cases(responses + commands))
    func transcripts(commandCase: CommandCase) async throws { try await commandCase.check() }

    private static let responses = """
        # a repeated search is served from disk without cost, unless the response has expired or --refresh is given
        GET youtube/search -> videos a
        $ export SEEK_CACHE_DIR={folder}/cache
        $ seek videos swift -v
        v0\ta\tChannel\t2024-02-29T12:00:00Z\thttps://www.youtube.com/watch?v=v0
        ! seek: page 1: 1 video from network, cost 1 call
        $ sleep 12
        $ seek videos swift -v -L5
        v0\ta\tChannel\t2024-02-29T12:00:00Z\thttps://www.youtube.com/watch?v=v0
        ! seek: page 1: 1 video from disk, 12 s old, cost 0 calls
        $ seek videos swift -v --refresh
        v0\ta\tChannel\t2024-02-29T12:00:00Z\thttps://www.youtube.com/watch?v=v0
        ! seek: page 1: 1 video from network, cost 1 call
        $ sleep 3600
        $ seek videos swift -v
        v0\ta\tChannel\t2024-02-29T12:00:00Z\thttps://www.youtube.com/watch?v=v0
        ! seek: page 1: 1 video from network, cost 1 call

        # if the request fails, the stored response is served for a day, with a warning about its age
        GET youtube/search ->
          videos a
          2* 503
          2* cannotConnect
          429 youtube/error_quota_exceeded
          2* 503
        $ export SEEK_CACHE_DIR={folder}/cache
        $ seek videos swift --columns title
        a
        $ sleep 90
        $ seek videos swift --columns title --refresh -v
        a
        ! seek: page 1: 1 video from disk, 90 s old, stale, cost 2 calls
        ! seek: warning: the server failed; these results are 90 s old
        $ sleep 910
        $ seek videos swift --columns title --refresh
        a
        ! seek: warning: the server cannot be reached; these results are 16 min old
        $ sleep 49000
        $ seek videos swift --columns title --refresh
        a
        ! seek: warning: the rate limit or the quota is used up; these results are 13 h old
        $ rm -r state
        $ sleep 40000
        $ seek videos swift --refresh
        1! seek: YouTube (www.googleapis.com) failed: status 503: {}; try again later

        # stale details of videos cause a warning
        GET youtube/videos:batchGetStats -> 503
        GET youtube/videos ->
          {"items": [{"id": "v0", "snippet": {"title": "a"}}]}
          2* 503
        $ export SEEK_CACHE_DIR={folder}/cache
        $ seek video v0 --columns id,title
        v0\ta
        $ sleep 90
        $ seek video v0 --columns id,title --refresh
        v0\ta
        ! seek: warning: the server failed; these details are 90 s old

        # a stored response that cannot be decoded is not served in place of a failure
        GET youtube/search ->
          'Content-Type: application/json' text {
          6* cannotConnect
        $ export SEEK_CACHE_DIR={folder}/cache
        $ seek videos swift
        1! seek: YouTube (www.googleapis.com): response not understood: the document is not valid JSON: line 1, column 2: it ends too early; try again later; if the problem persists, update seek
        $ sleep 12
        $ seek videos swift
        1! seek: YouTube (www.googleapis.com): could not connect; check the network
        $ sleep 3600
        $ seek videos swift
        1! seek: YouTube (www.googleapis.com): could not connect; check the network

        # a corrupt cache is replaced
        GET youtube/search -> videos a
        $ export SEEK_CACHE_DIR={folder}/cache
        $ seek videos swift --columns title
        a
        $ for file in cache/*.sqlite*; do head -c 8192 /dev/zero | tr '\\0' U > "$file"; done
        $ seek videos swift --columns title -v
        a
        ! seek: page 1: 1 video from network, cost 1 call
        $ seek videos swift --columns title -v
        a
        ! seek: page 1: 1 video from disk, 0 s old, cost 0 calls

        # malformed, incomplete and stale results cause warnings that name their source
        GET youtube/search -> videos a
        GET github/search/repositories -> {"items": [{"id": 1}, {"id": 2, "name": "b", "full_name": "a/b", "html_url": "https://github.com/a/b"}], "incomplete_results": true}
        $ export SEEK_CACHE_DIR={folder}/cache
        $ seek search swift --timeout=9m --columns title
        a/b
        a
        ! seek: warning: GitHub: skipped 1 malformed result
        ! seek: warning: GitHub: the search timed out on the server; results are incomplete; repeat it with --refresh
        $ sleep 200
        $ seek search swift --timeout=9m --columns title --refresh --budget=0
        a/b
        a
        ! seek: warning: YouTube: the budget of 0 calls is used up, and the command needs up to 2; its results are 3 min old
        ! seek: warning: GitHub: skipped 1 malformed result
        ! seek: warning: GitHub: the budget of 0 calls is used up, and the command needs up to 2; its results are 3 min old
        ! seek: warning: GitHub: the search timed out on the server; results are incomplete; repeat it with --refresh

        """

    private static let commands = """
        # seek cache shows statistics and removes entries
        GET youtube/search -> videos a
        $ seek cache stats
        1! seek: there is no cache, because HOME is not set; set SEEK_CACHE_DIR
        $ export SEEK_CACHE_DIR={folder}/cache
        $ seek videos swift
        > youtube/search
        $ seek videos cache
        > youtube/search
        $ seek cache stats
        folder\t{folder}/cache
        entries\t2
        size\t1.2 kB
        on disk\t106.5 kB
        expired\t0
        $ seek cache stats --json
        {"bytes":1192,"diskBytes":106496,"entries":2,"expired":0,"folder":"{folder}/cache","redis":null}
        $ seek cache clean
        ! seek: removed 0 of 2 entries, 0 B
        $ seek cache clean --max-size 1kB --json
        {"kept":1,"removed":1,"removedBytes":596}
        $ seek cache clean --all
        ! seek: removed 1 of 1 entries, 596 B
        $ seek cache clean --max-size=much
        2! seek: --max-size must be a size such as 1500, 500kB, 10MB or 1GB, not 'much'
        $ stty cols 80
        $ seek cache stats
        folder   {folder}/cache
        entries  0
        size     0 B
        on disk  69.9 kB
        expired  0

        # a cache folder that cannot be used causes a warning in a search, and makes seek cache fail
        GET youtube/search -> videos a
        $ touch file
        $ export SEEK_CACHE_DIR={folder}/file
        $ seek videos swift --columns title
        a
        ! seek: warning: cache folder '{folder}/file' cannot be used: Not a directory; make it writable or set SEEK_CACHE_DIR to another folder
        $ seek cache stats
        1! seek: cache folder '{folder}/file' cannot be used: Not a directory; make it writable or choose another folder
        $ seek cache clean
        1! seek: cache folder '{folder}/file' cannot be used: Not a directory; make it writable or choose another folder

        # a folder that other users can write to is not used, and a command that corrects the permissions is printed
        GET youtube/search -> videos a
        $ mkdir -m 777 cache && chmod 777 cache
        $ export SEEK_CACHE_DIR={folder}/cache
        $ seek videos swift --columns title
        a
        ! seek: warning: cache is not used: '{folder}/cache' can be written by other users; run: chmod go-w '{folder}/cache', or set SEEK_CACHE_DIR to another folder
        $ ls cache

        # commands that remove what cannot be restored require yes on a terminal, unless they have --yes
        $ export SEEK_CACHE_DIR={folder}/cache
        $ seek saved add walks walk
        $ seek alias set mine repos
        $ seek cache clean --all <<< no
        ! seek: all cached responses on this machine and the offline index will be removed; type yes to continue
        2! seek: cancelled
        $ seek saved remove walks <<< no
        ! seek: the saved search 'walks' and its history will be removed; type yes to continue
        2! seek: cancelled
        $ seek alias delete mine <<< no
        ! seek: the alias 'mine' will be deleted: repos; type yes to continue
        2! seek: cancelled
        $ seek cache clean --all <<< yes
        ! seek: all cached responses on this machine and the offline index will be removed; type yes to continue
        ! seek: removed 0 of 0 entries, 0 B
        $ seek saved remove walks <<< yes
        ! seek: the saved search 'walks' and its history will be removed; type yes to continue
        ! seek: removed the saved search 'walks' and its history
        $ seek alias delete mine <<< yes
        ! seek: the alias 'mine' will be deleted: repos; type yes to continue
        ! seek: deleted the alias 'mine': repos
        $ seek saved add walks walk
        $ seek alias set mine repos
        $ seek cache clean --all --yes <<< no
        ! seek: removed 0 of 0 entries, 0 B
        $ seek saved remove walks --yes <<< no
        ! seek: removed the saved search 'walks' and its history
        $ seek alias delete mine
        ! seek: deleted the alias 'mine': repos
        """

    @Test(
        "a full disk causes one warning; any other failure causes one for the cache and one for the index, even if repeated"
    )
    func fullDisk() async {
        let path = folder.url.path
        let fullDiskErrors: [any Error] = [CacheError.diskFull(path: path), IndexError.diskFull(path: "\(path)/index")]
        let busyErrors: [any Error] = [CacheError.busy(path: path), IndexError.busy(path: "\(path)/index")]
        for (failures, count) in [
            (fullDiskErrors, 1), (busyErrors, 2), (busyErrors + busyErrors, 2), (fullDiskErrors + busyErrors, 3),
        ] {
            let messages = RecordingOutput()
            let context = CommandContext(environment: environment, output: RecordingOutput(), messages: messages) {
                configuration in
                for failure in failures { configuration.client.onStoreFailure(failure) }
            }
            #expect(await SeekCommand.run(["cache", "stats"], context: context) == .success)
            #expect(messages.text.split(separator: "\n").count == count, "\(messages.text)")
        }
    }

    @Test("seek cache clean --all removes the index, corrupt files and all content")
    func cleanAll() async throws {
        let title = "a title no other user may read"
        let transport = StubTransport([stub(.get, youTubeSearch, returning: .json(SearchCommandTests.videos([title])))])
        _ = await seek("videos", "swift", environment: environment, transport: transport)
        try folder.write(title, to: "corrupt-1.sqlite")
        func filesWithTitle() throws -> [String] {
            try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).filter { name in
                let content = FileManager.default.contents(atPath: folder.path(of: name))
                return content?.range(of: Data(title.utf8)) != nil
            }
        }
        #expect(try filesWithTitle().contains { $0.hasPrefix("index/") })
        let stats = await seek("cache", "stats", "--json", environment: environment)
        let value = try JSONDecoder().decode(JSONValue.self, from: Data(stats.output.utf8))
        // The size on disk includes the index.
        #expect(try #require(value["diskBytes"].integer) > #require(value["bytes"].integer) + 50_000)
        #expect(await seek("cache", "clean", "--all", environment: environment).status == .success)
        #expect(try filesWithTitle() == [])
    }
}
