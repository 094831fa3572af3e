import Foundation
import Seek
import names

let seek = SeekClient(try SeekConfiguration(environment: ProcessInfo.processInfo.environment))
let videos = try await seek.youTube.search("東京 夜景")
let repositories = try await seek.gitHub.searchRepositories("swift")
print(videos.items.count, repositories.items.count, videos.provenance)

// Compiles only if `import Seek` makes none of these names of the app's module `names` ambiguous.
let own: [any Sendable] = [
    Link(), Query(), Logging(), RequestOptions(), Response(), Endpoint(), Origin(), Credential(), Recording(),
    MemoryStore(),
    DiskStore(), CacheEntry(),
]
