import SeekBasics

extension HTTPRequest {
    /// Whether the response may be 304 (RFC 9110 §13.1).
    fileprivate var isConditional: Bool { headerFields[.ifNoneMatch] != nil || headerFields[.ifModifiedSince] != nil }
}

extension Endpoint {
    /// Returns a response with its decoded value.
    func decoded(
        _ response: HTTPResponse,
        to request: HTTPRequest,
        _ configuration: APIClient.Configuration
    ) throws(NetworkError) -> Response<Value> {
        func context() -> NetworkError.Context { NetworkError.Context(request: request, response: response) }
        let isNotModified = response.status.code == 304 && request.isConditional
        guard response.status.isSuccessful || isNotModified else {
            var context = context()
            if let type = errorBody ?? configuration.errorBody {
                context.underlyingError = configuration.decoder.decodedError(type, from: response.body)
            }
            throw .unacceptableStatus(response.status.code, context)
        }
        // A response without a body needs no media type: 204, 205, the response to HEAD.
        if let acceptedMediaType, !response.body.isEmpty, response.mediaType != acceptedMediaType {
            throw .unacceptableMediaType(response.mediaType, context())
        }
        do {
            return Response(value: try decode(response, configuration.decoder), response: response)
        } catch {
            throw .undecodable(error, context())
        }
    }
}

extension JSONDecoder {
    /// Returns the decoded body of an error response, or the decoding error.
    fileprivate func decodedError<Body: Decodable & Error>(_ type: Body.Type, from body: Data) -> any Error {
        do { return try decode(type, from: body) } catch { return error }
    }
}

extension NetworkError {
    /// Returns the error for a body that could not be decoded, with its cause.
    fileprivate static func undecodable(_ error: any Error, _ context: Context) -> NetworkError {
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
