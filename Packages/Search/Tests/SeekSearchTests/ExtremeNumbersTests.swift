import Foundation
import SeekModels
import SeekNetworking
import SeekTestHelpers
import Testing

@_spi(Seek) @testable import SeekSearch

@Suite("Extreme numbers do not cause a crash")
struct ExtremeNumbersTests {
    static let extremes = [
        "0", "-0", "1", "-1", "1.5", "1e3", "1e300", "-1e300", "1e-300", "9223372036854775807", "-9223372036854775808",
        "9223372036854775808", "18446744073709551616", "123456789012345678901234567890", "2147483648", "-2147483649",
    ]

    /// A JSON number, often at the limits of integer types.
    static func number(_ random: inout SeededGenerator) -> String {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: extremes.randomElement(using: &random) ?? "0"
        case 1: "\(Int64.random(in: .min ... .max, using: &random))"
        default: "\(Double(bitPattern: UInt64.random(in: 0 ... .max, using: &random)).jsonNumber)"
        }
    }

    @Test("in sums, which are clamped to the maximum of their type")
    func sums() {
        #expect([Int32.max, .max - 1, 1].map { $0.addingClamped(2) } == [.max, .max, 3])
        #expect([Int64.max, .max - 1, 1 << 53].map { $0.addingClamped(2) } == [.max, .max, (1 << 53) + 2])
    }

    @Test("in pages", arguments: 0..<16)
    func pages(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            func number() -> String { Self.number(&random) }
            let video = """
                {"items":[{"id":"v","snippet":{"thumbnails":{"uhd":{"url":"https://e.com/a","width":\(number()),"height":\(number())}}},
                "contentDetails":{"duration":"PT\(number())S"},
                "statistics":{"viewCount":"\(number())","likeCount":\(number()),"commentCount":\(number())}}],
                "pageInfo":{"totalResults":\(number())}}
                """
            let videos = try ModelDecoder().decode(YouTubeListPage<YouTubeVideo>.self, from: Data(video.utf8))
            for video in videos.items {
                #expect(video.viewCount ?? 0 >= 0)
                #expect(video.likeCount ?? 0 >= 0)
                #expect(video.thumbnails["uhd"]?.width ?? 0 >= 0)
                _ = video.searchHit
            }
            let search = """
                {"total_count":\(number()),"items":[{"id":1,"name":"n","html_url":"https://github.com/o/n","stargazers_count":\(number()),
                "forks_count":\(number())}]}
                """
            let page = try ModelDecoder().decode(GitHubSearchPage<GitHubRepository>.self, from: Data(search.utf8))
            #expect(page.totalCount ?? 0 >= 0)
            #expect(page.items.first?.starCount ?? 0 >= 0)
            _ = page.items.first?.searchHit
            let span = TimeWindow(
                start: Date(timeIntervalSince1970: Double(number()) ?? .nan),
                end: Date(timeIntervalSince1970: Double(number()) ?? .nan)
            )
            let rules = WindowPlan.Rules(cap: 1_000, pageSize: 100, minimumSeconds: 1)
            for total in [page.totalCount, videos.totalResults] {
                var plan = WindowPlan(span)
                #expect(plan.cost(total: total ?? 0, rules: rules).pages >= 1)
                _ = plan.receive(ids: ["1"], total: total, next: nil, rules: rules)
                #expect(plan.pending.count <= WindowPlan.maximumParts)
            }
        }
    }

    @Test("in an encoded ledger", arguments: 0..<16)
    func ledgers(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let now = Date(timeIntervalSince1970: 1_795_000_000)
        for _ in 0..<50 {
            let day = QuotaDay(at: now)
            let text = #"{"k":{"b":{"\#(day)":{"used":\#(Self.number(&random)),"closed":false}}}}"#
            guard var ledger = try? JSONDecoder().decode(QuotaLedger.self, from: Data(text.utf8)) else { continue }
            let bucket = QuotaBucket(name: "b", limit: Int(Self.number(&random)) ?? 0)
            #expect(ledger.status(of: bucket, for: "k", at: now).remaining >= 0)
            _ = ledger.reserve(Int(Self.number(&random)) ?? 1, of: bucket, for: "k", at: now)
            ledger.refund(Int(Self.number(&random)) ?? 1, of: bucket, for: "k", on: day)
            ledger.markExhausted(bucket, for: "k", on: QuotaDay(at: now))
            _ = ledger.reopen(bucket, for: "k", at: now)
            let data = try JSONEncoder().encode(ledger)
            #expect(try JSONDecoder().decode(QuotaLedger.self, from: data) == ledger)
        }
    }

    @Test("in GitHub's rate limit fields", arguments: 0..<16)
    func rateLimits(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            var fields: HTTPFields = [.contentType: "application/json"]
            for name in ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "Retry-After"] {
                fields[try #require(HTTPField.Name(name))] = Self.number(&random)
            }
            let status = [200, 403, 429].randomElement(using: &random) ?? 200
            let response = HTTPResponse(
                status: .init(code: status),
                headerFields: fields,
                body: Data(#"{"total_count":1,"items":[]}"#.utf8)
            )
            let transport = StubTransport([stub(.get, repositorySearch, returning: .response(response))])
            let client = GitHubClient(configuration: configuration(transport))
            // The limits in the first response apply to the second search.
            for _ in 0..<2 {
                do {
                    _ = try await client.searchRepositories("a")
                } catch {
                    #expect(!"\(error)".isEmpty)
                }
            }
        }
    }
}

extension Double {
    /// The number, or 0 if JSON cannot represent it.
    fileprivate var jsonNumber: Double { isFinite ? self : 0 }
}
