public import SeekBasics

extension NetworkError {
    /// The request, the response, the number of attempts and the underlying error. Request fields and credentials in
    /// the URL are not included.
    public struct Context: Sendable {
        /// The method of the request; nil if no request could be created.
        public var method: HTTPRequest.Method?
        /// The URL of the request, with credentials replaced; nil if no request could be created.
        public var url: URL?
        /// The response, if one was received.
        public var response: ResponseExcerpt?
        /// The number of attempts to send a request, including retries and redirects. A failed connection counts.
        public var attempts: Int
        /// The error of another type that caused this one, if any.
        public var underlyingError: (any Error)?

        /// Creates the context of a request and its response.
        ///
        /// - Parameters:
        ///   - attempts: The number of attempts. If nil, it is that of the response, or 1 if there is no response.
        ///   - underlyingError: The error of another type that caused this one.
        public init(
            request: HTTPRequest?,
            response: HTTPResponse? = nil,
            attempts: Int? = nil,
            underlyingError: (any Error)? = nil
        ) {
            method = request?.method
            url = request.flatMap { URL(string: Redaction.redacted($0.url)) }
            self.response = response.map(ResponseExcerpt.init)
            self.attempts = attempts ?? response?.provenance.attempts ?? 1
            self.underlyingError = underlyingError
        }

        /// The description of the underlying error in a single line, with the secrets of URLs replaced.
        var underlyingDescription: String? {
            underlyingError.map { error in
                Redaction.redacted(text: "\(error)").split(whereSeparator: \.isNewline).joined(separator: " ")
            }
        }
    }
}

extension NetworkError.Context: Hashable {
    /// Compares all properties. Underlying errors are equal if their types and descriptions are, because errors need
    /// not be `Equatable`.
    public static func == (left: Self, right: Self) -> Bool {
        left.method == right.method && left.url == right.url && left.response == right.response
            && left.attempts == right.attempts
            && left.underlyingIdentity == right.underlyingIdentity
    }

    /// Hashes the compared properties.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(method)
        hasher.combine(url)
        hasher.combine(response)
        hasher.combine(attempts)
        hasher.combine(underlyingIdentity)
    }

    private var underlyingIdentity: String? { underlyingError.map { "\(type(of: $0)): \($0)" } }
}

extension NetworkError.Context: CustomReflectable {
    /// Hides the values of the underlying error from `dump` and debuggers: it may contain parts of a body.
    public var customMirror: Mirror {
        let underlyingType = underlyingError.map { "\(type(of: $0))" }
        return Mirror(
            self,
            children: [
                "method": method as Any, "url": url as Any, "response": response as Any, "attempts": attempts,
                "underlyingError": underlyingType as Any,
            ]
        )
    }
}

extension Result<HTTPResponse, NetworkError> {
    /// Sends a request and captures its response or error.
    @_spi(Seek) public init(catching send: () async throws(NetworkError) -> HTTPResponse) async {
        do throws(NetworkError) {
            self = .success(try await send())
        } catch {
            self = .failure(error)
        }
    }

    /// The number of attempts that the response or the error reports.
    var attempts: Int {
        get {
            switch self {
            case .success(let response): response.provenance.attempts
            case .failure(let error): error.context.attempts
            }
        }
        set {
            switch self {
            case .success(var response):
                response.provenance.attempts = newValue
                self = .success(response)
            case .failure(var error):
                error.context.attempts = newValue
                self = .failure(error)
            }
        }
    }
}
