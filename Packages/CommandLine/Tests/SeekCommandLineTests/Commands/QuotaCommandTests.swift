import Foundation
import Seek
import SeekCommandLine
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("seek quota")
struct QuotaCommandTests {
    @Test("counts, limits and resets", arguments: CommandCase.cases(transcript))
    func transcripts(commandCase: CommandCase) async throws { try await commandCase.check() }

    private static let transcript = """
        # the limits of both services are shown
        GET youtube/search -> videos a
        GET github/rate_limit -> {"resources": {"search": {"limit": 30, "remaining": 28, "reset": 1790000060, "used": 2}, "core": {"limit": 5000, "remaining": 5000, "reset": 1790003600}}}
        $ seek videos x
        > youtube/search
        $ seek quota
        YouTube\tyoutube.search\t1\t100\t99\t2026-09-22T07:00:00Z
        YouTube\tyoutube.units\t0\t10000\t10000\t2026-09-22T07:00:00Z
        YouTube\tyoutube.stats\t0\t10000\t10000\t2026-09-22T07:00:00Z
        GitHub\tcore\t0\t5000\t5000\t2026-09-21T15:13:20Z
        GitHub\tsearch\t2\t30\t28\t2026-09-21T14:14:20Z
        $ seek quota --json quota,remaining
        [{"quota":"youtube.search","remaining":99},{"quota":"youtube.units","remaining":10000},{"quota":"youtube.stats","remaining":10000},{"quota":"core","remaining":5000},{"quota":"search","remaining":28}]
        $ stty cols 80
        $ seek quota
        SERVICE  QUOTA           USED   LIMIT    LEFT  RESETS
        YouTube  youtube.search     1     100      99  tomorrow at 07:00 UTC
        YouTube  youtube.units      0  10,000  10,000  tomorrow at 07:00 UTC
        YouTube  youtube.stats      0  10,000  10,000  tomorrow at 07:00 UTC
        GitHub   core               0   5,000   5,000  today at 15:14
        GitHub   search             2      30      28  in 60 s

        # the limit of a variable or of the configuration file is used, and an invalid one is reported
        GET youtube/search -> videos a
        GET github/rate_limit -> {"resources": {}}
        $ seek config set youtube-search-quota 1
        $ seek videos a
        > youtube/search
        $ seek videos b
        1! seek: YouTube: today's quota is used up; it resets tomorrow at 07:00 UTC (midnight Pacific time)
        $ seek quota --template '{{.quota}}={{.used}}/{{.limit}}'
        youtube.search=1/1
        youtube.units=0/10000
        youtube.stats=0/10000
        $ SEEK_YOUTUBE_SEARCH_QUOTA=150 seek quota --template '{{.quota}}={{.used}}/{{.limit}}'
        youtube.search=1/150
        youtube.units=0/10000
        youtube.stats=0/10000
        $ SEEK_YOUTUBE_UNIT_QUOTA=-1 seek quota
        2! seek: SEEK_YOUTUBE_UNIT_QUOTA must be an integer from 0 to 1000000000; correct or unset it
        $ SEEK_YOUTUBE_UNIT_QUOTA=1e3 seek quota
        2! seek: SEEK_YOUTUBE_UNIT_QUOTA must be an integer from 0 to 1000000000; correct or unset it
        $ SEEK_YOUTUBE_UNIT_QUOTA=9999999999 seek quota
        2! seek: SEEK_YOUTUBE_UNIT_QUOTA must be an integer from 0 to 1000000000; correct or unset it
        $ seek quota reset --yes
        ! seek: reset youtube.search: 1 left
        $ seek quota --yes
        2! seek: --yes requires reset: seek quota reset --yes

        # an exhausted quota is reported; reset makes it available and preserves the count
        GET youtube/search -> 403 youtube/error_quota_exceeded
        GET github/rate_limit -> {"resources": {}}
        $ seek quota reset
        ! seek: no quota is exhausted
        $ seek videos a
        1! seek: YouTube: today's quota is used up; it resets tomorrow at 07:00 UTC (midnight Pacific time)
        $ seek quota
        YouTube\tyoutube.search (reported as exhausted)\t1\t100\t0\t2026-09-22T07:00:00Z
        YouTube\tyoutube.units\t0\t10000\t10000\t2026-09-22T07:00:00Z
        YouTube\tyoutube.stats\t0\t10000\t10000\t2026-09-22T07:00:00Z
        ! seek: YouTube reported youtube.search as exhausted; if that is wrong, run: seek quota reset
        $ seek quota reset <<< no
        ! seek: today's exhausted YouTube quotas will count as available again; type yes to continue
        2! seek: cancelled
        $ seek quota reset <<< ''
        ! seek: today's exhausted YouTube quotas will count as available again; type yes to continue
        2! seek: cancelled
        $ echo yes | seek quota reset
        2! seek: resetting the YouTube quota needs confirmation; add --yes
        $ seek quota reset <<< ' YES '
        ! seek: today's exhausted YouTube quotas will count as available again; type yes to continue
        ! seek: reset youtube.search: 99 left
        $ seek quota --template {{.quota}}={{.remaining}}
        youtube.search=99
        youtube.units=10000
        youtube.stats=10000
        $ seek videos a
        1! seek: YouTube: today's quota is used up; it resets tomorrow at 07:00 UTC (midnight Pacific time)
        $ seek quota reset --yes --json quota,closed
        [{"closed":false,"quota":"youtube.search"}]
        ! seek: reset youtube.search: 98 left
        $ seek quota reset --yes --json
        []

        # status 429 from a proxy does not exhaust the quota
        GET youtube/search -> 429 'Content-Type: text/html' 'Retry-After: 1' text <html>busy</html>
        GET github/rate_limit -> {"resources": {}}
        $ seek videos a
        1! seek: YouTube: the rate limit is used up; try again in 1 s, or add --wait
        $ seek quota --template {{.quota}}={{.remaining}}
        youtube.search=98
        youtube.units=10000
        youtube.stats=10000

        # seek video is charged to the statistics quota if only counts are requested, otherwise to the unit quota
        GET youtube/videos:batchGetStats -> {"items": [{"id": "v", "statistics": {"viewCount": "12"}}]}
        GET youtube/videos -> {"items": [{"id": "v", "statistics": {"viewCount": "12"}}]}
        GET github/rate_limit -> {"resources": {}}
        $ seek video v --json id,viewCount
        [{"id":"v","viewCount":12}]
        $ seek quota --template {{.quota}}={{.remaining}}
        youtube.search=100
        youtube.units=10000
        youtube.stats=9999
        $ seek video v --json id,title
        [{"id":"v","title":null}]
        $ seek quota --template {{.quota}}={{.remaining}}
        youtube.search=100
        youtube.units=9999
        youtube.stats=9999

        # the limits of one service are shown if the other fails, has no limits or no credential
        GET github/rate_limit ->
          404
          3* cannotConnect
          403
          {"x": 1}
          {"resources": {"core": {"limit": 5000, "remaining": 5000, "reset": 1790003600}}}
        $ seek quota
        YouTube\tyoutube.search\t0\t100\t100\t2026-09-22T07:00:00Z
        YouTube\tyoutube.units\t0\t10000\t10000\t2026-09-22T07:00:00Z
        YouTube\tyoutube.stats\t0\t10000\t10000\t2026-09-22T07:00:00Z
        ! seek: this GitHub server has no rate limits
        $ seek quota
        ... 3 lines
        1! seek: cannot read GitHub's limits: GitHub (api.github.com): could not connect; check the network
        $ seek quota
        ... 3 lines
        1! seek: cannot read GitHub's limits: GitHub denied access: 403; check the credential and its permissions
        $ seek quota
        ... 3 lines
        1! seek: cannot read GitHub's limits: GitHub (api.github.com): response not understood: resources: is missing; try again later; if the problem persists, update seek
        $ YOUTUBE_API_KEY= seek quota
        GitHub\tcore\t0\t5000\t5000\t2026-09-21T15:13:20Z
        ! seek: YouTube quotas are unknown without an API key; set YOUTUBE_API_KEY

        # an unusable state folder is reported
        GET github/rate_limit -> {"resources": {}}
        $ touch file
        $ SEEK_STATE_DIR={folder}/file seek quota
        ! seek: warning: the quota is not counted: '{folder}/file/quota.json': Not a directory; correct that, or set SEEK_STATE_DIR to another folder
        1! seek: no limits are known

        # a recording does not contain YouTube's quotas
        GET github/rate_limit -> {"resources": {}}
        $ seek quota --record {folder}/quota.har
        ... 3 lines
        ! seek: recorded 1 exchange in {folder}/quota.har
        $ seek quota --replay {folder}/quota.har
        ! seek: YouTube's quotas are counted on this machine, and are not part of a recording
        ! seek: no limits are known

        # negative and extreme numbers from GitHub are clamped
        GET github/rate_limit ->
          {"resources":{"core":{"limit":-9223372036854775808,"remaining":9223372036854775807,"reset":1e300}}}
          {"resources":{"core":{"limit":9223372036854775807,"remaining":-9223372036854775808,"reset":-1e300}}}
          {"resources":{"core":{"limit":30,"used":-5,"remaining":30,"reset":0}}}
        $ export YOUTUBE_API_KEY=
        $ seek quota --template '{{.quota}}={{.used}}/{{.limit}} {{.remaining}}'
        core=0/0 0
        ! seek: YouTube quotas are unknown without an API key; set YOUTUBE_API_KEY
        $ seek quota --template '{{.quota}}={{.used}}/{{.limit}} {{.remaining}}'
        core=9223372036854775807/9223372036854775807 0
        ! seek: YouTube quotas are unknown without an API key; set YOUTUBE_API_KEY
        $ stty cols 80
        $ seek quota
        SERVICE  QUOTA  USED  LIMIT  LEFT  RESETS
        GitHub   core      0     30    30  56 years ago
        ! seek: YouTube quotas are unknown without an API key; set YOUTUBE_API_KEY
        """
}
