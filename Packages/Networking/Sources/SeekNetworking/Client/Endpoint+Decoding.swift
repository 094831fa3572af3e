import SeekBasics

extension Endpoint {
    func decoded(
        _ response: HTTPResponse,
        to request: HTTPRequest,
        _ configuration: APIClient.Configuration
    ) throws(NetworkError) -> Response<Value> {
        func context() -> NetworkError.Context { NetworkError.Context(request: request, response: response) }
        // Only a conditional request can receive a 304 (RFC 9110 §13.1).
        let isConditional = request.headerFields[.ifNoneMatch] != nil || request.headerFields[.ifModifiedSince] != nil
        guard response.status.isSuccessful || response.status.code == 304 && isConditional else {
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
            var context = context()
            context.underlyingError = error
            // The transport returns a body with another coding as it is if the server has no other one.
            let codings = response.headerFields.contentCodings.filter { !["gzip", "x-gzip", "deflate"].contains($0) }
            guard codings.isEmpty else {
                throw .transport(.unsupportedCoding(codings.joined(separator: ", ")), context)
            }
            throw .undecodable(reason(of: error, isEmpty: response.body.isEmpty), context)
        }
    }

    /// Returns where and why decoding failed. The value of a secret member is not included.
    private func reason(of error: any Error, isEmpty: Bool) -> String {
        guard let error = error as? DecodingError else { return "\(error)" }
        if isEmpty { return "the body is empty" }
        let failure = DecodingFailure(error)
        guard !Redaction.isSecret(member: String(failure.path.split(separator: ".").last ?? "")) else {
            return "\(failure.path): is invalid"
        }
        return "\(failure)"
    }
}

extension JSONDecoder {
    /// Returns the decoded body of an error response, or the decoding error.
    fileprivate func decodedError<Body: Decodable & Error>(_ type: Body.Type, from body: Data) -> any Error {
        do { return try decode(type, from: body) } catch { return error }
    }
}
