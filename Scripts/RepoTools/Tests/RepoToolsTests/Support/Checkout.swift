import Foundation

@testable import RepoTools

/// The repository that contains these tests, if it is Seek and not one that has copied the tools.
enum Checkout {
    static let root: String? = {
        guard let end = #filePath.range(of: "/Scripts/RepoTools/")?.lowerBound else { return nil }
        let root = String(#filePath[..<end])
        return Files.exists("\(root)/.github/workflows/ci.yml") && Files.exists("\(root)/Scripts/ci") ? root : nil
    }()
}
