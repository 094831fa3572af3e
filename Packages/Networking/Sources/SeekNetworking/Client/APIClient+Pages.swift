public import SeekBasics

extension APIClient {
    /// Returns the pages of a listing, each requested when the loop reaches it.
    ///
    /// ```swift
    /// let pages = client.pages(of: repositories)  // follows `Link: <…>; rel="next"`
    /// let videos = client.pages(of: search) { page in
    ///     page.value.nextPageToken.map { .path("search", ["pageToken": $0]) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint of the first page. The requests of all pages differ in their location only.
    ///   - next: Returns the location of the page after a response; nil after the last page. By default it is the URL
    ///     of the `Link` field with the relation `next` (RFC 8288).
    public func pages<Value>(
        of endpoint: Endpoint<Value>,
        next: @escaping @Sendable (Response<Value>) -> EndpointLocation? = { $0.response.nextLink.map { .url($0) } }
    ) -> PageSequence<Response<Value>, EndpointLocation, NetworkError> {
        PageSequence { location throws(NetworkError) in
            var endpoint = endpoint
            endpoint.location = location ?? endpoint.location
            let response = try await send(endpoint)
            return (response, next(response))
        }
    }
}
