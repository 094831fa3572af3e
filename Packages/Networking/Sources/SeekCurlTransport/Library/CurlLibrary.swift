#if os(Linux)
import CLibcurl

/// libcurl, loaded by the first request and kept for the life of the process.
///
/// It is not linked: libcurl brings some thirty libraries with it (TLS, Kerberos, LDAP, SSH …), which a program that answers from
/// a cache, or says its version, need not wait for.
enum CurlLibrary {
    /// Why there is no libcurl to send with.
    enum LoadFailure: Error, Sendable, Hashable, CustomStringConvertible {
        /// No such library, or not one that has what is needed; in the words of the system's loader.
        case missing(String)
        /// It is there and does not start.
        case start

        /// What is wrong and what to do.
        var description: String {
            switch self {
            case .missing(let reason):
                "libcurl could not be loaded (\(reason)); install it, on Debian and Ubuntu: apt-get install libcurl4"
            case .start:
                "libcurl or its thread could not be started: the system is out of memory, threads or descriptors"
            }
        }
    }

    /// What every Linux calls it; the number is that of its interface, the same since 2006.
    static let name = "libcurl.so.4"

    private static let outcome = Result { () throws(LoadFailure) in try loadAnew(name) }

    /// Loads the library, once a process for its usual name.
    static func load(_ name: String = CurlLibrary.name) throws(LoadFailure) {
        if name == Self.name { try outcome.get() } else { try loadAnew(name) }
    }

    private static func loadAnew(_ name: String) throws(LoadFailure) {
        var problem = [CChar](repeating: 0, count: 512)
        guard seek_curl_load(name, &problem, problem.count) else {
            throw .missing(String(decoding: problem.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
        }
        // Never undone, since others in the process may use it.
        guard seek_curl_global_init() == CURLE_OK else { throw .start }
    }
}
#endif
