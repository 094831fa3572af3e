import SeekBasics
import SeekCache
import SeekNetworking
import SeekSearch

/// The stores of a ``SeekClient``: local ones, and beneath them those that several machines share.
struct ClientStores {
    private(set) var cache: TieredStore?
    private(set) var offlineIndex: OfflineIndex?

    /// Creates the stores and assigns them to `client`. The stores use `now` and `onStoreFailure` of `client`.
    init(_ configuration: SeekConfiguration, setting client: inout ClientConfiguration) {
        if !configuration.cachesResponses {
            client.store = nil
        } else if client.store == nil {
            do {
                client.store = try makeDiskCache(configuration, client)
            } catch {
                client.onStoreFailure(error)
            }
        }
        if let folder = configuration.stateFolder, !client.isQuotaStoreSet {
            client.quotaStore = FileQuotaStore(file: folder.appending(path: "quota.json"))
        }
        if let backend = configuration.sharedBackend { addSharedStores(backend, configuration, &client) }
    }

    private mutating func makeDiskCache(
        _ configuration: SeekConfiguration,
        _ client: ClientConfiguration
    ) throws(CacheError) -> (any ResponseStore)? {
        guard let disk = try configuration.diskStore() else { return nil }
        let store = TieredStore(memory: configuration.makeMemoryStore(), over: disk)
        let index = OfflineIndex(disk, now: client.now, report: client.onStoreFailure)
        (cache, offlineIndex) = (store, index)
        return OfflineStore(
            store: DataResponseStore(store),
            index: index,
            retention: configuration.offlineRetention,
            now: client.now
        )
    }

    private func addSharedStores(
        _ backend: any SharedBackend,
        _ configuration: SeekConfiguration,
        _ client: inout ClientConfiguration
    ) {
        if let local = client.quotaStore as? any LocalQuotaStore {
            client.quotaStore = backend.quotaStore(fallback: local, report: client.onStoreFailure)
        }
        client.rateLimitStore = backend.rateLimitStore(for:)
        guard configuration.cachesResponses else { return }
        let copies: LocalCopies
        if let store = client.store {
            // `removeAll` is called if an invalidation may have been missed. If the caller has set the store, `cache`
            // is nil, and the store is not cleared; see `SeekConfiguration.sharedBackend`.
            copies = LocalCopies(
                store,
                report: client.onStoreFailure,
                removeAll: { [cache] in _ = try await cache?.removeAll(prefix: "") }
            )
        } else {
            let memory = configuration.makeMemoryStore()
            let store = DataResponseStore(memory, source: .memory)
            copies = LocalCopies(store, report: client.onStoreFailure) { memory.removeAll() }
        }
        client.store = copies
        client.sharedStore = backend.responseStore
        backend.onRemoval { [weak copies] in copies?.invalidate($0) }
    }
}

extension SeekConfiguration {
    fileprivate func makeMemoryStore() -> MemoryStore { MemoryStore(costLimit: memoryLimit, now: client.now) }
}
