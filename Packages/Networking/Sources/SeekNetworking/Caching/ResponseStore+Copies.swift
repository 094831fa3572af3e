import SeekBasics

/// Copies of responses that another machine has invalidated in a ``SharedResponseStore``.
extension ResponseStore {
    /// Removes the copies of all responses for a URL, including those that a request in flight is about to store.
    ///
    /// - Parameters:
    ///   - generationKey: The key that was passed to ``SharedResponseStore/invalidate(_:generation:removing:)``. A key
    ///     in another format is ignored.
    ///   - report: Called with every error that the store throws, except a `CancellationError`.
    public func invalidateCopies(
        of generationKey: String,
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) async {
        guard CacheKey.responseKey(ofGenerationKey: generationKey) != nil else { return }
        let storage = VariantStorage(
            tier: LocalTier(store: self, now: { Date() }, report: report),
            rules: CacheKey.Rules(partition: ""),
            coordinator: .coordinator(of: self)
        )
        await storage.invalidate(generationKey: generationKey)
    }

    /// Removes all copies, including those that requests in flight are about to store.
    ///
    /// - Parameter removeAll: Removes all entries of the store.
    public func invalidateAllCopies<Failure: Error>(_ removeAll: () async throws(Failure) -> Void)
        async throws(Failure)
    {
        StoreCoordinator.coordinator(of: self).invalidateAll()
        try await removeAll()
    }
}
