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
    /// - Parameters:
    ///   - folder: The folder; nil for the one beside the sample data.
    ///   - environment: The environment variables that can locate the sample data.
    ///   - filePath: The file at which the search for the sample data starts.
    /// - Throws: ``SampleAPIError`` if a file is missing or malformed.
    public init(
        folder: URL? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment,
        filePath: String = #filePath
    ) throws(SampleAPIError) {
        let folder: URL =
            if let folder {
                folder
            } else {
                try SampleAPI.sampleFolder(environment: environment, filePath: filePath).deletingLastPathComponent()
                    .appendingPathComponent("contract")
            }
        youTube = try SampleCorpus.read(folder.appendingPathComponent("youtube.json"))
        gitHub = try SampleCorpus.read(folder.appendingPathComponent("github.json"))
    }
}

/// A difference between a request and what the service's description allows.
public struct ContractViolation: Sendable, Hashable, CustomStringConvertible {
    enum Kind: Sendable, Hashable {
        case route
        case method
        /// A value is not percent-encoded exactly once, or a constant is encoded.
        case encoding
        case unknownParameter
        case repeatedParameter
        case invalidValue(allowed: String, reason: String?)
        case missingParameter
        case combination(ServiceContract.Rule, reason: String)
        case headerField
        case body
    }

    let kind: Kind
    /// The name of the parameter or the header field.
    let name: String
    let value: String
    /// Whether the service refuses the request, rather than ignoring the difference.
    public let isRefused: Bool
    /// What differs, on one line.
    public let description: String

    init(_ kind: Kind, _ name: String = "", value: String = "", isRefused: Bool = true, problem: String) {
        self.kind = kind
        self.name = name
        self.value = value
        self.isRefused = isRefused
        description = problem
    }
}

/// Texts of the kinds that encoders, servers and terminals treat differently, for generated requests.
public enum RandomTexts {
    /// Characters that have a meaning in URLs, queries, HTML and shells; encoded texts; other scripts, composed and
    /// decomposed letters, emoji and text from right to left; controls; spaces at the ends; long texts.
    public static let all =
        [
            "swift", "C++ & C#", "100%", "a=b", "what?", "a#b", "a/b", "a:b", "a;b", "me@home", "a, b",
            "\"quoted words\"",
            "<b>bold</b>", "a|b", #"a\b"#, "-excluded", "~{x}[y]^`$!'()*", "%2520", "videos%3AbatchGetStats", "a+b",
            "caf\u{E9}", "cafe\u{301}", "東京 夜景", "👩‍💻🇳🇿", "שלום עולם", "مرحبا", "\u{202E}reversed", "\u{FEFF}mark",
            "  padded  ", "\u{3000}全角\u{3000}", "a\u{A0}b", "line\nbreak", "tab\tbed", "nul\u{0}", "escape\u{1B}[31m",
            "\u{85}next", "AND", "x OR y", "NOT z", "", " ",
        ] + [String(repeating: "long ", count: 60), String(repeating: "é", count: 300)]

    /// Returns one of the texts, or several joined to one.
    public static func text(using generator: inout some RandomNumberGenerator) -> String {
        let count = [1, 1, 1, 2, 3].randomElement(using: &generator) ?? 1
        let separator = Bool.random(using: &generator) ? " " : ""
        return (0..<count).compactMap { _ in all.randomElement(using: &generator) }.joined(separator: separator)
    }
}
