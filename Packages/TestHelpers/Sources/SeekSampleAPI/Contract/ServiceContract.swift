public import SeekBasics
import SeekTestHelpers

/// What a service accepts and refuses, as `Fixtures/contract` describes it: its routes, their parameters, and the values
/// and combinations of these.
///
/// The sample API decides by it, and tests compare the requests of Seek with it:
/// ```swift
/// let contracts = try ServiceContracts()
/// #expect(contracts.violations(of: request).isEmpty)
/// ```
public struct ServiceContract: Sendable, Decodable {
    /// How the service treats what it does not know.
    enum Treatment: String, Sendable, Decodable { case refused, ignored }

    /// The service's routes.
    public let routes: [Route]
    let unknownParameters: Treatment
    let invalidValues: Treatment
    /// The beginning of the paths on another server than the service's own, such as an Enterprise Server.
    let serverPrefix: String?
    /// The header fields of each request; of the fields in one list, a request has at least one.
    let requiredFields: [[String]]
    /// The values of header fields that have a fixed set of values.
    let fields: [String: [String]]
    let commonParameters: [String: Parameter]
    /// The service's errors by reason.
    let errors: [String: Refusal]?

    /// The body of an error response; `{names}` stands for the names of the parameters.
    struct Refusal: Sendable, Hashable, Decodable {
        var status: Int?
        var message: String
        var domain: String
        var location: String
    }

    /// A route: a method and a path, with what the service accepts there.
    public struct Route: Sendable, Decodable {
        /// The name in the service's reference, such as `search.list`.
        public let name: String
        /// The quota that pays for a request; nil if it is free.
        public let bucket: String?
        /// The cost of a request, in units of the quota.
        public let cost: Int
        let method: String?
        /// The path, in which `{name}` stands for one segment. All else is sent as it is.
        let path: String
        /// The path on another server than the service's own, if it does not begin with the server's prefix.
        let serverPath: String?
        let source: String
        let parameters: [String: Parameter]
        let rules: [Rule]?
        let exceptions: [Exception]?
        let needsToken: Bool?
        /// The members of a JSON body; nil if the request has no body.
        let bodyMembers: [String]?

        /// The names of the parameters that Seek may send.
        public var parameterNames: Set<String> { Set(parameters.filter { $0.value.isSent != false }.keys) }
    }

    /// Requests of a route that another quota pays for.
    struct Exception: Sendable, Decodable {
        let parameter: String
        let values: [String]
        let bucket: String
        let needsToken: Bool?
    }

    /// A parameter of a route.
    struct Parameter: Sendable, Decodable {
        enum ValueType: String, Sendable, Decodable {
            case string, integer, boolean, choice, list, date, region, coordinates, distance
        }

        let type: ValueType
        let values: [String]?
        let minimum: Int?
        /// The maximum of an integer, or of a distance in meters.
        let maximum: Int?
        let maximumCount: Int?
        /// The regular expression of a string.
        let pattern: String?
        /// The reason of the error for another value; nil is `invalidParameter`.
        let error: String?
        let isRequired: Bool?
        /// False for a parameter that the service knows, but Seek never sends: a credential in the URL, for example.
        let isSent: Bool?
    }

    /// Which parameters of a route can be combined.
    struct Rule: Sendable, Hashable, Decodable {
        /// The rule applies if one of these parameters is present; without it, always.
        let when: [String]?
        let requires: [String: String]?
        let needs: [String]?
        let excludes: [String]?
        let together: [String]?
        let atMostOneOf: [String]?
        let oneOf: [String]?
        let needsToken: Bool?
        /// The reason in ``ServiceContract/errors``.
        let error: String?
        /// False if the reference excludes the combination, but the service accepts it.
        let isRefused: Bool?
    }
}

/// The contracts of both services.
public struct ServiceContracts: Sendable {
    /// The YouTube Data API.
    public let youTube: ServiceContract
    /// The GitHub REST API.
    public let gitHub: ServiceContract

    /// Reads `Fixtures/contract`.
    ///
    /// - Parameter folder: The folder; nil for the one beside the sample data.
    /// - Throws: ``SampleAPIError`` if a file is missing or malformed.
    public init(folder: URL? = nil) throws(SampleAPIError) {
        let folder: URL = if let folder { folder } else { try Self.folder() }
        youTube = try SampleCorpus.read(folder.appendingPathComponent("youtube.json"))
        gitHub = try SampleCorpus.read(folder.appendingPathComponent("github.json"))
    }

    private static func folder() throws(SampleAPIError) -> URL {
        try SampleAPI.sampleFolder().deletingLastPathComponent().appendingPathComponent("contract")
    }
}
