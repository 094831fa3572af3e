public import SeekCache

extension SeekConfiguration {
    /// Opens the store in ``cacheFolder``, as a ``SeekClient`` does; nil without a folder.
    ///
    /// The offline index beside it is a companion of the store: it counts towards ``cacheLimits``, and goes with everything else in
    /// `removeAll()`.
    ///
    /// - Throws: ``SeekCache/CacheError/folderUnusable(path:reason:)``, or that the disk is full.
    public func diskStore() throws(CacheError) -> DiskStore? {
        guard let cacheFolder else { return nil }
        return try DiskStore(
            folder: cacheFolder,
            limits: cacheLimits,
            companions: [OfflineIndex.folderName],
            now: client.now
        )
    }
}
