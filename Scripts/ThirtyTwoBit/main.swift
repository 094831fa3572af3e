import FoundationEssentials
import SeekBasics

// Checks that dates, HTTP header fields and JSON with large numbers are read correctly where `Int` has 32 bits. A
// conversion that overflows terminates the program.

// `nonisolated(unsafe)` is safe because the program has a single thread.
nonisolated(unsafe) var (passed, failed) = (0, 0)

func check<Value: Equatable>(_ name: String, _ value: Value, _ expected: Value) {
    if value == expected {
        passed += 1
    } else {
        failed += 1
        print("failed: \(name)")
    }
}

check("Int has 32 bits", MemoryLayout<Int>.size, 4)

let now = Date(timeIntervalSince1970: 1_790_000_000)
let (beyond31, beyond53, largest) = (Int64(3_000_000_000), Int64(9_007_199_254_740_993), Int64.max)

// Dates whose seconds since 1970 exceed 32 bits. Dates after 9999 are written as the end of that year.
for (seconds, text) in [
    (4_102_444_800.0, "Fri, 01 Jan 2100 00:00:00 GMT"), (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
    (-2_208_988_800, "Mon, 01 Jan 1900 00:00:00 GMT"), (.infinity, "Fri, 31 Dec 9999 23:59:59 GMT"),
] {
    check("HTTP date \(text)", HTTPDate.string(from: Date(timeIntervalSince1970: seconds)), text)
    if seconds.isFinite { check("parsing \(text)", HTTPDate.parse(text, now: now)?.timeIntervalSince1970, seconds) }
}
// Quota days begin at midnight in Pacific time, which is 08:00 UTC in winter.
check("quota day in 2100 (UTC)", QuotaDay(at: Date(timeIntervalSince1970: 4_102_444_800)).description, "2099-12-31")
let lastQuotaDay = QuotaDay(at: Date(timeIntervalSince1970: 1e18)).description
check("the year of the last quota day", String(lastQuotaDay.prefix(4)), "9999")
check("end of a quota day", QuotaDay(rawValue: "2099-12-31")?.end.timeIntervalSince1970, 4_102_473_600)
for text in ["2100-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z"] {
    check("RFC 3339 \(text)", RFC3339.date(text).map(RFC3339.string), text)
}

// HTTP header fields. A max-age beyond 31 bits counts as 2^31 seconds (RFC 9111 §1.2.2).
func fields(_ name: HTTPField.Name, _ value: String) -> HTTPFields { [name: value] }
for (text, seconds) in [
    ("max-age=2147483647", 2_147_483_647.0), ("max-age=3000000000", 2_147_483_648),
    ("max-age=99999999999999999999", 2_147_483_648),
] {
    check(text, CacheControl(fields(.cacheControl, text)).maxAge, seconds)
}
check("a duration of \(beyond31) seconds", Duration(clampingSeconds: Double(beyond31)), .seconds(beyond31))
for number in [beyond31, beyond53, largest] {
    let limit = RateLimit([
        HTTPField.Name(constant: "X-RateLimit-Limit"): "\(number)",
        HTTPField.Name(constant: "X-RateLimit-Remaining"): "\(number)",
        HTTPField.Name(constant: "X-RateLimit-Reset"): "\(number)",
    ])
    check("rate limit of \(number)", limit?.limit, number)
    check("remaining \(number)", limit?.remaining, number)
    check("reset at \(number)", limit?.resetAt.timeIntervalSince1970, min(Double(number), 253_402_300_799))
    check("byte range \(number - 1)-", ByteRange("bytes=\(number - 1)-")?.offsets(in: number), number - 1..<number)
    check("the last \(number) bytes", ByteRange("bytes=-\(number)")?.offsets(in: number), 0..<number)
    check("length in a content range of \(number)", ContentRange("bytes 0-\(number - 1)/\(number)")?.length, number)
}

// Numbers in JSON.
for number in [beyond31, beyond53, largest, -beyond31, .min] {
    check("JSON \(number)", (try? JSONTape(Array("\(number)".utf8)))?.integer(at: 0), number)
    check("JSON \(number).0", (try? JSONTape(Array("\(number).0".utf8)))?.integer(at: 0), number)
}
check("a duration of 100 years", ISO8601Duration.parse("P36525D"), .seconds(Int64(3_155_760_000)))
check("a duration that is too long", ISO8601Duration.parse("P99999999999999999D"), nil)

print("\(passed) passed, \(failed) failed")
if failed > 0 { fatalError("some checks failed") }
