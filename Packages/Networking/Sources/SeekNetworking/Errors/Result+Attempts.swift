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
