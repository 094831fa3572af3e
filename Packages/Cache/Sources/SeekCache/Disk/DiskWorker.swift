/// Owns the engine of a disk store, and runs it on a queue of its own.
actor DiskWorker {
    private let engine: DiskEngine
    private let executor = SerialQueueExecutor(label: "seek.cache.disk")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(engine: sending DiskEngine) {
        self.engine = engine
    }

    /// Runs one operation of the engine, after those asked for before.
    func perform<Result: Sendable>(
        _ operation: @Sendable (DiskEngine) throws(CacheError) -> Result
    ) throws(CacheError) -> Result {
        try operation(engine)
    }

    func close() {
        engine.close()
    }
}
