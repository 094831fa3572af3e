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
