#if os(Linux)
import CLibcurl

/// Loads libcurl, which is never unloaded. Linking it would slow the start of every program: libcurl depends on some
/// thirty libraries (TLS, Kerberos, LDAP, SSH …).
enum CurlLibrary {
    enum LoadFailure: Error, Sendable, Hashable, CustomStringConvertible {
        /// The library is not installed, or lacks a function. The string is the dynamic loader's error, or names the
        /// function.
        case missing(String)
        /// libcurl, the poller or the loop's thread could not be initialized.
        case initializationFailed

        var description: String {
            switch self {
            case .missing(let reason):
                "libcurl could not be loaded (\(reason)); install it, on Debian and Ubuntu: apt-get install libcurl4"
            case .initializationFailed:
                "libcurl could not be started: the system is out of memory, threads or file descriptors"
            }
        }
    }

    /// The file name on all Linux distributions. 4 is the version of the ABI, unchanged since 2006.
    static let name = "libcurl.so.4"

    private static let outcome = Result { () throws(LoadFailure) in try open(name) }

    /// Loads the library with a file name. The default one is loaded once per process; if this fails, all later calls
    /// with the default name fail too.
    static func load(_ name: String = CurlLibrary.name) throws(LoadFailure) {
        if name == Self.name { try outcome.get() } else { try open(name) }
    }

    private static func open(_ name: String) throws(LoadFailure) {
        var message = [CChar](repeating: 0, count: 512)
        guard seek_curl_load(name, &message, message.count) else {
            throw .missing(String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
        }
        // Never cleaned up, because other code in the process may use libcurl.
        guard seek_curl_global_init() == CURLE_OK else { throw .initializationFailed }
    }
}
#endif
