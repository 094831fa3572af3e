import Foundation
import Seek

extension SeekClient {
    /// A client for the server that `Scripts/consume` starts, without a cache or saved searches on disk.
    static func local(_ configure: (inout SeekConfiguration) -> Void = { _ in }) throws -> SeekClient {
        var configuration = try SeekConfiguration(environment: ProcessInfo.processInfo.environment)
        (configuration.cacheFolder, configuration.stateFolder) = (nil, nil)
        configure(&configuration)
        return SeekClient(configuration)
    }
}
