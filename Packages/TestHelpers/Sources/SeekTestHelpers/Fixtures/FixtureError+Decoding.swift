extension FixtureError {
    /// Creates an error from a failed conversion of a file.
    init(converting path: String, _ error: any Error) {
        switch error {
        case let error as FixtureError:
            self = error
        case let error as DecodingError:
            let failure = DecodingFailure(error)
            self = .malformed(path: path, place: failure.place, reason: failure.reason)
        default:
            self = .malformed(path: path, place: nil, reason: String(describing: error))
        }
    }
}
