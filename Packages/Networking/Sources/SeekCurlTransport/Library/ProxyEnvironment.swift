#if os(Linux)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The environment variables that libcurl takes proxies from.
enum ProxyEnvironment {
    /// Whether any of them names a proxy.
    static var namesProxy: Bool {
        let names: [String] = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
        return names.contains { name in getenv(name).map { $0.pointee != 0 } ?? false }
    }
}
#endif
