import Foundation

/// Opens all descriptors that the process may still open, and keeps them open until ``end()``.
///
/// The limit is lowered first, because it can be a million.
struct DescriptorExhaustion {
    private let taken: [Int32]
    private let previousLimit: rlimit

    /// Opens the descriptors. Returns nil if the limit cannot be changed or the open descriptors cannot be counted.
    static func begin() -> DescriptorExhaustion? {
        var previousLimit = rlimit()
        guard getrlimit(resource, &previousLimit) == 0, let count = ResourceCount.now() else { return nil }
        var limit = previousLimit
        // A new descriptor gets the lowest free number, so a limit slightly above the current count is reached soon.
        limit.rlim_cur = min(limit.rlim_cur, rlim_t(count.descriptors + 256))
        guard setrlimit(resource, &limit) == 0 else { return nil }
        var taken: [Int32] = []
        while case let descriptor = dup(2), descriptor >= 0 { taken.append(descriptor) }
        return DescriptorExhaustion(taken: taken, previousLimit: previousLimit)
    }

    func end() {
        for descriptor in taken { close(descriptor) }
        var limit = previousLimit
        _ = setrlimit(Self.resource, &limit)
    }

    #if canImport(Glibc)
    private static let resource = Int32(RLIMIT_NOFILE.rawValue)
    #else
    private static let resource = RLIMIT_NOFILE
    #endif
}
