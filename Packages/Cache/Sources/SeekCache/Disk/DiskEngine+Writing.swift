import SeekBasics
import SeekSQLite

extension DiskEngine {
    /// Writes puts in one transaction. If it fails and the database is not locked, writes each put in its own
    /// transaction, so that a value that does not fit on the disk does not affect the others.
    ///
    /// - Returns: Whether the condition of each put held.
    func put(_ puts: [DiskPut]) -> [Result<Bool, CacheError>] {
        do throws(CacheError) {
            return try write(puts).map { .success($0) }
        } catch {
            // Each put would wait for the lock again.
            if case .busy = error { return puts.map { _ in .failure(error) } }
            if puts.count == 1 { return [.failure(error)] }
        }
        return puts.map { put in
            do throws(CacheError) {
                return .success(try write([put])[0])
            } catch {
                return .failure(error)
            }
        }
    }

    private func write(_ puts: [DiskPut]) throws(CacheError) -> [Bool] {
        let (areStored, removed) = try run("write") { connection throws(SQLiteError) in
            var writtenCount = 0
            do throws(SQLiteError) {
                for put in puts {
                    if put.row.hasFile { try writeFile(put.value, version: put.row.version) }
                    writtenCount += 1
                }
                return try connection.transaction { () throws(SQLiteError) in try insert(puts, on: connection) }
            } catch {
                for put in puts[..<writtenCount] where put.row.hasFile { removeFile(of: put) }
                throw error
            }
        }
        for (put, isStored) in zip(puts, areStored) where !isStored && put.row.hasFile { removeFile(of: put) }
        removeFiles(of: removed)
        return areStored
    }

    private func removeFile(of put: DiskPut) { FileSystem.remove(layout.valuePath(version: put.row.version)) }

    /// Inserts the puts whose conditions hold, and applies the limits. Returns whether each was inserted, and the rows
    /// that were replaced or evicted.
    private func insert(
        _ puts: [DiskPut],
        on connection: SQLiteConnection
    ) throws(SQLiteError) -> (areStored: [Bool], removed: [RemovedRow]) {
        var removed: [RemovedRow] = []
        var added = EntryTotals()
        var areStored: [Bool] = []
        for put in puts {
            let old = try connection.existingRow(for: put.key, hash: put.hash, at: put.row.stored, limits)
            let current = old.flatMap { $0.isExpired ? nil : CacheVersion(number: $0.row.version) }
            areStored.append(put.condition.allows(replacing: current))
            guard areStored.last == true else { continue }
            if let old { removed.append(old.row) }
            try connection.insert(put, replacing: old?.row)
            added.count += 1
            added.bytes += put.row.size
        }
        guard areStored.contains(true) else { return (areStored, []) }
        var total = try connection.updateTotals(removing: removed, adding: added)
        guard limits != .none else { return (areStored, removed) }
        // Up to 16 more than were put, so that all expired entries are eventually removed, but no put takes long.
        let (time, maximumCount) = (secondsSince2001(now()), puts.count + 16)
        var ids = try connection.ids(where: "expires", isAtOrBefore: time, atMost: maximumCount)
        if let maxAge = limits.maxAge {
            // Entries that were put without this limit can expire later. An entry that has not been used for this long
            // was also put at least this long ago; the time of use has an index, that of the put does not.
            ids += try connection.ids(where: "accessed", isAtOrBefore: time - maxAge.seconds, atMost: maximumCount)
        }
        var evicted = try connection.delete(ids)
        if !evicted.isEmpty { total = try connection.updateTotals(removing: evicted) }
        // Reduced by the size of the store's other files.
        let entryLimits = removeOtherFiles(ifExceeding: limits, entryBytes: total.bytes)
        evicted += try evict(from: &total, to: entryLimits, on: connection)
        usage.count { $0.evictions += evicted.count }
        removed += evicted
        return (areStored, removed)
    }

    func remove(_ key: KeyBytes, hash: Int64) throws(CacheError) {
        try remove(during: "remove") { connection throws(SQLiteError) in
            try connection.delete(where: "hash = ?1 AND key = ?2") { delete throws(SQLiteError) in
                try delete.bind(hash, at: 1)
                try delete.bind(key, at: 2)
            }
        }
    }

    func removeAll(prefix: KeyBytes) throws(CacheError) -> Int {
        try remove(during: "remove by prefix") { connection throws(SQLiteError) in
            // `substr` of an empty key is NULL.
            try connection.delete(where: "coalesce(substr(key, 1, ?1), x'') = ?2") { delete throws(SQLiteError) in
                try delete.bind(Int64(prefix.text.utf8.count), at: 1)
                try delete.bind(prefix, at: 2)
            }
        }.count
    }

    /// Removes corrupt rows. A failure is ignored, because the next read finds the rows again.
    func removeCorruptRows(_ ids: [Int64]) {
        guard !ids.isEmpty else { return }
        usage.count { $0.corrupt += ids.count }
        _ = try? remove(during: "remove corrupt entries") { connection throws(SQLiteError) in
            try connection.delete(ids)
        }
    }

    func removeFiles(of removed: [RemovedRow]) {
        for row in removed where row.hasFile { FileSystem.remove(layout.valuePath(version: row.version)) }
    }

    private func writeFile(_ data: Data, version: Int64) throws(SQLiteError) {
        let path = layout.valuePath(version: version)
        do throws(FileError) {
            do throws(FileError) {
                try FileSystem.write(data, toNew: path + ".tmp")
            } catch {
                // The folder of the values was removed, but not the database.
                guard error == .missing else { throw error }
                try FileSystem.makeFolder(layout.valuesPath)
                try FileSystem.write(data, toNew: path + ".tmp")
            }
            try FileSystem.move(path + ".tmp", to: path)
        } catch {
            throw SQLiteError(error)
        }
    }
}

/// The counts of a disk store, and the access times that are not yet in its database. Used by all threads that read.
final class UsageTracker: Sendable {
    /// The time when an entry was last used, and the time that the database contains.
    struct Access: Sendable, Hashable {
        /// The hash of the key. Keys with the same hash share an access time, which is only a hint for eviction.
        var hash: Int64
        /// The time of the last use, in seconds since 2001.
        var time: Double
        /// The time in the database; negative infinity if it is unknown.
        var writtenTime: Double
    }

    private struct State {
        var counts = CacheStatistics()
        var accesses: [Int64: Access] = [:]
    }

    private let state = Mutex(State())
    private let options: DiskOptions

    init(_ options: DiskOptions) { self.options = options }

    /// The counts of hits, misses, evictions and corruptions. The number and size of the entries are 0, because only
    /// the database contains them.
    var counts: CacheStatistics { state.withLock { $0.counts } }

    func count(_ change: (inout CacheStatistics) -> Void) { state.withLock { change(&$0.counts) } }

    /// Records an access, and adds a number of hits.
    ///
    /// - Returns: The accesses to write now; empty until there are ``DiskOptions/accessBatchCount`` of them.
    func record(_ access: Access, hits: Int = 0) -> [Access] {
        state.withLock { state in
            state.counts.hits += hits
            state.accesses[access.hash] = access
            guard state.accesses.count >= options.accessBatchCount else { return [] }
            defer { state.accesses.removeAll(keepingCapacity: true) }
            return unwritten(state)
        }
    }

    /// Returns the time of the last access that is not yet written; nil if there is none.
    func lastAccess(of hash: Int64) -> Double? { state.withLock { $0.accesses[hash]?.time } }

    /// All accesses that are not yet written, by the hash of the key.
    var accesses: [Int64: Access] { state.withLock { $0.accesses } }

    /// Removes all accesses, and returns those to write.
    func takeAccesses() -> [Access] {
        state.withLock { state in
            defer { state.accesses = [:] }
            return unwritten(state)
        }
    }

    /// Returns the accesses that are later than the written ones by ``DiskOptions/accessResolution`` or more.
    private func unwritten(_ state: State) -> [Access] {
        state.accesses.values.filter { $0.time - $0.writtenTime >= options.accessResolution }
    }
}
