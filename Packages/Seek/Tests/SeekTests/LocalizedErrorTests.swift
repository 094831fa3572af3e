import Foundation
import Testing

@testable import Seek

@Suite("Errors that apps see")
struct LocalizedErrorTests {
    static let errors: [any Error & CustomStringConvertible] = [
        ConfigurationError(variable: "SEEK_GITHUB_URL", problem: "is not a URL"), QuotaStoreError.busy("/a"),
        SavedSearchError.noFolder, OfflineSearchError.noCache, CacheError.diskFull(path: "/a"),
        IndexError.busy(path: "/a"), OpeningError.noURL(.app),
    ]

    @Test("have their description as localized description", arguments: errors)
    func localizedDescription(error: any Error & CustomStringConvertible) {
        #expect(error.localizedDescription == error.description)
    }
}
