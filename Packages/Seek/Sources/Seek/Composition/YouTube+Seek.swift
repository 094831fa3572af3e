public import SeekBasics
public import SeekSearch

extension YouTube {
    /// Creates a video search for an app, with a cache and a count of the daily quota on disk.
    ///
    /// Video searches with the same key and folders share the cache and the count, in one process or in several: a
    /// search repeated within 15 minutes is free. For other settings, or to search GitHub as well, create a
    /// ``SeekClient`` and pass its YouTube client: `YouTube(client: seek.youTube)`.
    ///
    /// - Parameters:
    ///   - apiVersion: The API version, which is part of all paths.
    ///   - apiKey: The API key.
    ///   - baseURL: The base URL of the API.
    ///   - cacheFolder: The folder of the cache; `nil` for no cache.
    ///   - stateFolder: The folder of the count of the quota; with `nil`, this instance has its own count in memory.
    public init(
        apiVersion: String = "v3",
        apiKey: String,
        baseURL: URL = YouTubeClient.defaultBaseURL,
        cacheFolder: URL? = SeekConfiguration.defaultCacheFolder,
        stateFolder: URL? = SeekConfiguration.defaultStateFolder
    ) {
        var configuration = SeekConfiguration(youTubeAPIKey: apiKey)
        configuration.youTubeBaseURL = baseURL
        (configuration.cacheFolder, configuration.stateFolder) = (cacheFolder, stateFolder)
        self.init(client: SeekClient(configuration, youTubeAPIVersion: apiVersion).youTube)
    }
}
