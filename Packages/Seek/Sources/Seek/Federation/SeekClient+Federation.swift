public import SeekSearch

extension SeekClient {
    /// The federated search over both clients, for one who wants to add providers or read its reports.
    ///
    /// - Parameters:
    ///   - options: what is asked for.
    ///   - others: providers of one's own.
    ///   - clock: by which time budgets run.
    public func federation(
        _ options: FederationOptions = FederationOptions(),
        adding others: [FederatedSearch.Source] = [],
        clock: any Clock<Duration> = ContinuousClock()
    ) -> FederatedSearch {
        let own = options.kinds.compactMap(provider).map { provider in
            FederatedSearch.Source(
                provider,
                weight: options.weights[provider.name] ?? 1,
                timeBudget: options.timeBudget
            )
        }
        return FederatedSearch(own + others, clock: clock)
    }

    private func provider(of kind: SearchHit.Kind) -> (any SearchProvider)? {
        switch kind {
        case .video: youTube.provider(of: .video)
        case .channel: youTube.provider(of: .channel)
        case .playlist: youTube.provider(of: .playlist)
        default: gitHub.provider(of: kind)
        }
    }

    /// Searches both APIs at once, and makes one list of what they find.
    ///
    /// It never fails as a whole: ``FederatedResult/failures`` tells who did.
    public func search(
        _ text: String,
        _ options: FederationOptions = FederationOptions()
    ) async -> FederatedResult {
        await federation(options).search(text, limit: options.limit)
    }

    /// Searches both APIs at once, and tells the result anew, whole, each time one is done; the last result is final.
    public func updates(
        for text: String,
        _ options: FederationOptions = FederationOptions()
    ) -> AsyncStream<FederatedResult> {
        federation(options).updates(for: text, limit: options.limit)
    }
}
