import SeekBasics
import SeekModels
import SeekNetworking

extension YouTubeSearchQuery {
    /// The filters that are set and require `type=video`: parameter names and values.
    var videoFilters: [(name: QueryProblem.Parameter, value: String)] {
        let filters: [(QueryProblem.Parameter, String?)] = [
            (.eventType, eventType?.rawValue),
            (.videoCaption, videoCaption?.rawValue),
            (.videoCategoryID, videoCategoryID),
            (.videoDefinition, videoDefinition?.rawValue),
            (.videoDimension, videoDimension?.rawValue),
            (.videoDuration, videoDuration?.rawValue),
            (.videoEmbeddable, videoEmbeddable ? "true" : nil),
            (.videoLicense, videoLicense?.rawValue),
            (.videoPaidProductPlacement, videoPaidProductPlacement ? "true" : nil),
            (.videoSyndicated, videoSyndicated ? "true" : nil),
            (.videoType, videoType?.rawValue),
        ]
        return filters.compactMap { name, value in value.map { (name, $0) } }
    }

    /// The names of the filters that are set and limit the search to videos of the authorized user, app or content
    /// owner.
    var ownerFilters: [QueryProblem.Parameter] {
        [(.forMine, forMine), (.forDeveloper, forDeveloper), (.forContentOwner, forContentOwner)]
            .compactMap { name, isSet in isSet ? name : nil }
    }

    /// Returns the parameters in a fixed order, so that equal queries have equal URLs and share a cached response.
    func parameters(text: String, at cursor: PageCursor?) -> QueryParameters {
        let kinds = YouTubeSearchItem.Kind.allCases.filter(kinds.contains)
        var parameters: QueryParameters = [
            "part": "snippet",
            "q": text.isEmpty ? nil : text,
            "type": kinds.isEmpty ? nil : kinds.map(\.rawValue).joined(separator: ","),
            "maxResults": String(pageSize),
            "order": order?.rawValue,
            "publishedAfter": publishedAfter.map(RFC3339.string),
            "publishedBefore": publishedBefore.map(RFC3339.string),
            "regionCode": regionCode?.uppercased(),
            "relevanceLanguage": relevanceLanguage,
            "safeSearch": safeSearch?.rawValue,
            "channelId": channelID,
            "channelType": channelType?.rawValue,
            "topicId": topicID,
            "location": location.map { "\(Self.degrees($0.latitude)),\(Self.degrees($0.longitude))" },
            "locationRadius": locationRadius.map { Self.decimal($0.value) + $0.unit.rawValue },
        ]
        parameters.items += videoFilters.map { QueryParameters.Item(name: $0.name.rawValue, value: $0.value) }
        parameters.items += ownerFilters.map { QueryParameters.Item(name: $0.rawValue, value: "true") }
        let requestParameters: QueryParameters = [
            "onBehalfOfContentOwner": onBehalfOfContentOwner,
            "fields": fields?.text,
            "prettyPrint": prettyPrint ? "true" : "false",
            "pageToken": cursor?.rawValue,
        ]
        parameters.items += requestParameters.items
        return parameters
    }

    /// Returns degrees rounded to five decimals, about a meter.
    private static func degrees(_ number: Double) -> String { decimal((number * 100_000).rounded() / 100_000) }

    /// Returns a number without an exponent or trailing zeros: `5`, `35.68`, `0.00001`.
    private static func decimal(_ number: Double) -> String {
        Decimal(string: "\(number)")?.description ?? "\(number)"
    }
}
