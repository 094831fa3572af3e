/// Why a tool could not do its work: one clear line, and what to do about it.
struct RepoError: Error, Equatable, CustomStringConvertible {
    var message: String

    init(_ message: String) {
        self.message = message
    }

    var description: String { message }
}
