import Foundation
import Seek

@main
struct FirstSearch {
    static func main() async throws {
        let variables = ProcessInfo.processInfo.environment
        let seek = SeekClient(try SeekConfiguration(environment: variables))
        do throws(SearchError) {
            try await search("swift concurrency", with: seek)
        } catch {
            print(error.message)
        }
        await seek.close()
    }

    static func search(
        _ text: String,
        with seek: SeekClient
    ) async throws(SearchError) {
        let repositories = try await seek.gitHub.searchRepositories(text)
        for repository in repositories.items.prefix(3) {
            print(repository.fullName, repository.starCount ?? 0)
        }
        let videos = try await seek.youTube.search(text)
        for video in videos.items.prefix(3) {
            print(video.title)
        }
        print("from \(videos.provenance), cost \(videos.quotaCost)")
    }
}
