import Foundation
@_spi(Seek) import SeekNetworking
import Testing

@Suite("A date in a header field")
struct HTTPDateTests {
    /// 2027-01-15 08:00:00 UTC.
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    @Test(
        "is parsed in each of the three formats",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Thu, 29 Feb 2024 23:59:59 GMT", 1_709_251_199), ("Tue, 29 Feb 2000 00:00:00 GMT", 951_782_400),
            ("Fri, 31 Dec 2076 00:00:00 GMT", 3_376_598_400), ("Friday, 31-Dec-76 00:00:00 GMT", 3_376_598_400),
            ("SUN, 06 NOV 1994 08:49:37 gmt", 784_111_777), ("sun nov 16 08:49:37 1994", 784_975_777),
            ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800),
        ] as [(String, Double)]
    )
    func forms(text: String, seconds: Double) {
        #expect(HTTPDate.parse(text, now: now)?.timeIntervalSince1970 == seconds)
    }

    @Test(
        "with a two-digit year is at most 50 years in the future, to the second",
        arguments: [
            ("Friday, 15-Jan-77 08:00:00 GMT", 3_377_923_200), ("Saturday, 15-Jan-77 08:00:01 GMT", 222_163_201),
            ("Friday, 01-Jan-77 00:00:00 GMT", 3_376_684_800), ("Saturday, 31-Dec-77 00:00:00 GMT", 252_374_400),
            ("Sunday, 31-Dec-78 00:00:00 GMT", 283_910_400),
        ] as [(String, Double)]
    )
    func twoDigitYears(text: String, seconds: Double) {
        #expect(HTTPDate.parse(text, now: now)?.timeIntervalSince1970 == seconds)
    }

    @Test(
        "is not parsed if it is malformed",
        arguments: [
            "", "0", "now", "Sun, 06 Nov 1994", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 31 Nov 1994 08:49:37 GMT",
            "Thu, 29 Feb 2023 00:00:00 GMT", "Wed, 29 Feb 2100 00:00:00 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
            "Sun, 06 Nov 1994 08:49 GMT", "Sun, -6 Nov 1994 08:49:37 GMT", "Sun, 06 XXX 1994 08:49:37 GMT",
            "Sun, 06 Nov 19940 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 0000 08:49:37 GMT",
            "Sun, 06 Nov 1994 0x:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 6 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 94 08:49:37 GMT", "Sun 06 Nov 1994 08:49:37 GMT", "Sun, 06  Nov 1994 08:49:37 GMT",
            "Sun, 06-Nov-1994 08:49:37 GMT", "Sun, 06 Nov 1994 08.49.37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT",
            "Sunday, 06-Nov-1994 08:49:37 GMT", "Sunday, 06 Nov 94 08:49:37 GMT", "Su, 06 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 08:49:37 GMT ", " Sun, 06 Nov 1994 08:49:37 GMT", "Sun Nov 06  08:49:37 1994",
            "Sun Nov 6 99999999999999999999 1994",
        ]
    )
    func malformed(text: String) {
        #expect(HTTPDate.parse(text, now: now) == nil)
    }

    @Test(
        "is written in the preferred format with the correct day of the week",
        arguments: [
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (-1, "Wed, 31 Dec 1969 23:59:59 GMT"), (1_709_251_199, "Thu, 29 Feb 2024 23:59:59 GMT"),
            (-62_135_596_800, "Mon, 01 Jan 0001 00:00:00 GMT"),
        ] as [(Double, String)]
    )
    func written(seconds: Double, text: String) {
        #expect(HTTPDate.string(from: Date(timeIntervalSince1970: seconds)) == text)
    }

    @Test(
        "outside the years 1 to 9999 is written as the first or the last second of that range, and NaN as 1970",
        arguments: [
            (1e300, "Fri, 31 Dec 9999 23:59:59 GMT"), (-1e300, "Mon, 01 Jan 0001 00:00:00 GMT"),
            (.infinity, "Fri, 31 Dec 9999 23:59:59 GMT"), (9.3e18, "Fri, 31 Dec 9999 23:59:59 GMT"),
            (.nan, "Thu, 01 Jan 1970 00:00:00 GMT"), (253_402_300_800, "Fri, 31 Dec 9999 23:59:59 GMT"),
        ] as [(Double, String)]
    )
    func bounds(seconds: Double, text: String) {
        #expect(HTTPDate.string(from: Date(timeIntervalSince1970: seconds)) == text)
    }

    @Test(
        "with a two-digit year is parsed regardless of the current date",
        arguments: [1e300, -1e300, .infinity, .nan, 0] as [Double]
    )
    func clocks(now: Double) {
        let date = HTTPDate.parse("Sunday, 06-Nov-94 08:49:37 GMT", now: Date(timeIntervalSince1970: now))
        #expect(date != nil)
    }
}
