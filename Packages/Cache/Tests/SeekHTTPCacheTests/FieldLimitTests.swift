import Foundation
import SeekBasics
import SeekHTTPCache
@_spi(Seek) import SeekNetworking
import Testing

/// Limits on the header fields of a hostile peer. Bodies are numbered by the requests that the server has received.
@Suite("Field limits")
struct FieldLimitTests {
    private static let tooLong = String(repeating: "a", count: HTTPFieldLimits.maximumValueSize + 1)

    /// Fields that exceed one limit each, and would be harmless otherwise.
    private static let excessive: [HTTPFields] = [
        [.age: String(repeating: "1", count: HTTPFieldLimits.maximumValueSize + 1)],
        [.vary: (0..<65).map { "Field-\($0)" }.joined(separator: ",")],
        [.vary: "Accept" + String(repeating: " ", count: HTTPFieldLimits.maximumValueSize)],
        [.connection: tooLong], [.eTag: tooLong], [.expires: tooLong], [.date: tooLong],
        HTTPFields((0..<501).map { HTTPField(name: "X", value: "\($0)") }),
        HTTPFields((0..<9).map { HTTPField(name: .link, value: "\(tooLong.dropFirst())\($0)") }),
        HTTPFields((0..<9).map { HTTPField(name: "X", value: "\(tooLong.dropFirst(2))\($0)") }),
    ]

    @Test("a response beyond the limits is not stored", arguments: excessive)
    func storing(fields: HTTPFields) async {
        let client = CacheTestClient()
        let allFields = HTTPFields([HTTPField(name: .cacheControl, value: "max-age=60")] + fields)
        _ = await client.send(returning: response(allFields))
        #expect(client.store.entries.withLock { $0.isEmpty })
    }

    @Test("a request beyond the limits is not served from the cache, and its response is not stored")
    func requests() async {
        let client = CacheTestClient()
        let fresh = response([.cacheControl: "max-age=60"])
        _ = await client.send(returning: fresh)
        for fields in [["X": Self.tooLong], [.cacheControl: Self.tooLong]] as [HTTPFields] {
            #expect(await client.send(at: 1, .get, fields, returning: fresh).sent.count == 1)
            #expect(await client.send(at: 1).body == "1")
        }
    }

    @Test("a 304 beyond the limits renews nothing; the complete response is requested")
    func renewal() async {
        let client = CacheTestClient()
        _ = await client.send(returning: response([.cacheControl: "max-age=2", .eTag: "\"v\""]))
        let long: HTTPFields = [.eTag: "\"v\"", "X": Self.tooLong]
        let later = await client.send(at: 3, returning: response(long, 304), response([.cacheControl: "no-store"]))
        #expect(later.body == "3")
    }
}
