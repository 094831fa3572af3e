// Replaces the error type of SeekModels. The original does not compile without Foundation's decoding errors.

struct ModelError: Error {
    var path: String
    var reason: String
}
