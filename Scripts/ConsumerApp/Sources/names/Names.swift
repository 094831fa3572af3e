// Common names of an app's own types: none of them may become ambiguous beside `import Seek`.

package struct Link: Sendable { package init() {} }
package struct Query: Sendable { package init() {} }
package struct Logging: Sendable { package init() {} }
package struct RequestOptions: Sendable { package init() {} }
package struct Response: Sendable { package init() {} }
package struct Endpoint: Sendable { package init() {} }
package struct Origin: Sendable { package init() {} }
package struct Credential: Sendable { package init() {} }
package struct Recording: Sendable { package init() {} }
package struct MemoryStore: Sendable { package init() {} }
package struct DiskStore: Sendable { package init() {} }
package struct CacheEntry: Sendable { package init() {} }
