extension HTTPTransport {
    /// One handler of middleware, outermost first, over this transport: for who has a request and no endpoint.
    ///
    /// ```swift
    /// let send = transport.handler(through: [HTTPCacheMiddleware(store: store, partition: "")])
    /// let response = try await send(request, RequestOptions(deadline: .now + .seconds(10), maximumBodySize: 1 << 20))
    /// ```
    public func handler(through middleware: [any HTTPMiddleware]) -> HTTPHandler {
        chain(middleware) { request, options throws(NetworkError) in
            try await send(request, deadline: options.deadline, maximumBodySize: options.maximumBodySize)
        }
    }
}
