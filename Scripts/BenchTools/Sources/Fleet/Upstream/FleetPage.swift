#if os(Linux)
/// The responses of the upstream server: a page of YouTube's search.list whose items contain the search text, so that a
/// response to another search is noticed.
package enum FleetPage {
    package static let itemCount = 3

    /// Returns the title of each item of the response to a search.
    package static func title(for text: String) -> String { "result of \(text)" }

    package static func json(for text: String) -> String {
        let items = (0..<itemCount).map { number in
            #"{"kind":"youtube#searchResult","id":{"kind":"youtube#video","videoId":"video\#(number)"},"snippet":{"#
                + #""publishedAt":"2026-11-20T10:30:15Z","channelId":"UCfleet","title":"\#(title(for: text))","#
                + #""description":"","channelTitle":"Fleet","liveBroadcastContent":"none","#
                + #""thumbnails":{"default":{"url":"https://i.example.com/\#(number).jpg"}}}}"#
        }
        return #"{"kind":"youtube#searchListResponse","pageInfo":{"totalResults":\#(items.count),"#
            + #""resultsPerPage":\#(items.count)},"items":[\#(items.joined(separator: ","))]}"#
    }
}
#endif
