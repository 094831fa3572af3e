// Replaces the error of SeekModels, which needs Foundation's decoding errors.

struct ModelError: Error {
    var path: String
    var reason: String
}
