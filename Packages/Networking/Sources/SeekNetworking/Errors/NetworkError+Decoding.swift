import SeekBasics

extension NetworkError {
    /// Returns the error for a body that could not be decoded, with its cause.
    static func undecodable(_ error: any Error, _ context: Context) -> NetworkError {
        var context = context
        context.underlyingError = error
        return .undecodable(reason(of: error, isEmpty: context.response?.bodySize == 0), context)
    }

    /// Returns where and why decoding failed. The value of a secret member is not included.
    private static func reason(of error: any Error, isEmpty: Bool) -> String {
        guard let error = error as? DecodingError else { return "\(error)" }
        if isEmpty { return "the body is empty" }
        let failure = DecodingFailure(error)
        guard !Redaction.isSecret(member: String(failure.path.split(separator: ".").last ?? "")) else {
            return "\(failure.path): is invalid"
        }
        return "\(failure)"
    }
}
