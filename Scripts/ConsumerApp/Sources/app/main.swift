import Foundation
import Seek
import names

let seek = SeekClient(try SeekConfiguration(environment: ProcessInfo.processInfo.environment))
let videos = try await seek.youTube.search("東京 夜景")
let repositories = try await seek.gitHub.searchRepositories("swift")
print(videos.items.count, repositories.items.count, videos.provenance)

// Each name denotes the type of the app's module `names`, not one of Seek.
let own: [any Sendable] = [
    Link(), Query(), Logging(), RequestOptions(), Response(), Endpoint(), Origin(), Credential(), Recording(),
    MemoryStore(),
    DiskStore(), CacheEntry(),
]
