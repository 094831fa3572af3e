import SeekBasics
import SeekCache
import SeekHTTPCache
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
                client.store = try makeDiskCache(configuration, &client)
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
        _ client: inout ClientConfiguration
    ) throws(CacheError) -> TieredStore? {
        guard let disk = try configuration.diskStore() else { return nil }
        let store = TieredStore(memory: configuration.makeMemoryStore(), over: disk)
        let index = OfflineIndex(disk, now: client.now, report: client.onStoreFailure)
        (cache, offlineIndex) = (store, index)
        let retention = configuration.offlineRetention
        // These responses are retained for as long as an offline search should find them.
        client.cacheObserver = CacheObserver(
            retention: { url in OfflineResponseKind(url: url) == nil ? nil : retention },
            didStore: { key, bytes in
                if OfflineResponseKind(key: key) != nil { index.add(bytes, for: key) }
            }
        )
        return store
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
        let (now, report) = (client.now, client.onStoreFailure)
        let copies: LocalCopies
        if let store = client.store {
            // `removeAll` is called if an invalidation may have been missed. If the caller has set the store, `cache`
            // is nil, and the store is not cleared; see `SeekConfiguration.sharedBackend`.
            copies = LocalCopies(in: store, now: now, report: report) { [cache] in
                _ = try await cache?.removeAll(prefix: "")
            }
        } else {
            let memory = configuration.makeMemoryStore()
            copies = LocalCopies(in: memory, now: now, report: report) { memory.removeAll() }
            client.store = memory
        }
        client.sharedStore = (backend.responseStore, copies)
        backend.onRemoval { [weak copies] in copies?.invalidate($0) }
    }
}

extension SeekConfiguration {
    fileprivate func makeMemoryStore() -> MemoryStore { MemoryStore(costLimit: memoryLimit, now: client.now) }
}
