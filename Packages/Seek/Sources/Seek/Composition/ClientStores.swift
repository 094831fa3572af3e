import SeekCache
import SeekNetworking
import SeekSearch

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The stores of a ``SeekClient``: local ones, and beneath them those that several machines share.
struct ClientStores {
    /// The cache, memory over disk; nil if there is none.
    private(set) var cache: TieredStore?
    /// The index of the responses in ``cache``.
    private(set) var offlineIndex: OfflineIndex?

    /// Creates the stores, and sets those of the clients' configuration, whose clock and failure handler they use.
    init(_ configuration: SeekConfiguration, setting client: inout ClientConfiguration) {
        if !configuration.cachesResponses {
            client.store = nil
        } else if client.store == nil {
            do {
                client.store = try localStore(configuration, client)
            } catch {
                client.onStoreFailure(error)
            }
        }
        if let folder = configuration.stateFolder, !client.isQuotaStoreSet {
            client.quotaStore = FileQuotaStore(file: folder.appending(path: "quota.json"))
        }
        guard let redis = configuration.redis else { return }
        if let local = client.quotaStore as? any LocalQuotaStore {
            client.quotaStore = redis.quotaStore(fallback: local)
        }
    }

    private mutating func localStore(
        _ configuration: SeekConfiguration,
        _ client: ClientConfiguration
    ) throws(CacheError) -> (any ResponseStore)? {
        guard let disk = try configuration.diskStore() else { return nil }
        let memory = MemoryStore(costLimit: configuration.memoryLimit, now: client.now)
        let store = TieredStore(memory: memory, over: disk)
        let index = OfflineIndex(disk, now: client.now, report: client.onStoreFailure)
        (cache, offlineIndex) = (store, index)
        return OfflineStore(
            store: DataResponseStore(store),
            index: index,
            retention: configuration.offlineRetention,
            now: client.now
        )
    }
}
