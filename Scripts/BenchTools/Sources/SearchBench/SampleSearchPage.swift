import Foundation
import Seek
import SeekNetworking
import Synchronization

/// A complete page of YouTube's search.list with generated items, about 40 KB for 50 items.
enum SampleSearchPage {
    static let size = 50

    static func json(items count: Int) -> String {
        let items = (0..<count).map(item).joined(separator: ",")
        return #"{"kind":"youtube#searchListResponse","etag":"e","nextPageToken":"CAUQAA","regionCode":"JP","#
            + #""pageInfo":{"totalResults":1000000,"resultsPerPage":\#(count)},"items":[\#(items)]}"#
    }

    private static func item(_ number: Int) -> String {
        let thumbnails = [("default", 120, 90), ("medium", 320, 180), ("high", 480, 360)].map { name, width, height in
            let url = "https://i.example.com/vi/Sw1ftSeek\(number)/\(name).jpg"
            return #""\#(name)":{"url":"\#(url)","width":\#(width),"height":\#(height)}"#
        }
        return #"{"kind":"youtube#searchResult","etag":"abcdefghijklmnopqrstuvwxyz\#(number)","#
            + #""id":{"kind":"youtube#video","videoId":"Sw1ftSeek\#(number)"},"snippet":{"#
            + #""publishedAt":"2025-11-20T10:30:15Z","channelId":"UCseekDemoChannel0000001","#
            + #""title":"Swift in 100 seconds &amp; a little more \#(number)","#
            + #""description":"It&#39;s a tour of the language: values, protocols, &quot;actors&quot; and "#
            + #"what else there is to say of it in a line or two ...","#
            + #""thumbnails":{\#(thumbnails.joined(separator: ","))},"#
            + #""channelTitle":"Slow Swift","liveBroadcastContent":"none","publishTime":"2025-11-20T10:30:15Z"}}"#
    }
}

/// A transport that returns the same page for every request and counts the requests.
final class PageTransport: HTTPTransport {
    private let response: HTTPResponse
    private let count = Mutex(0)

    init(page: Data) {
        response = HTTPResponse(headerFields: [.contentType: "application/json; charset=UTF-8"], body: page)
    }

    var requestCount: Int { count.withLock { $0 } }

    func send(
        _ request: HTTPRequest,
        deadline: ContinuousClock.Instant,
        maximumBodySize: Int
    ) async throws(NetworkError) -> HTTPResponse {
        count.withLock { $0 += 1 }
        return response
    }
}
