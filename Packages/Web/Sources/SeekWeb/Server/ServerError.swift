#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A reason why the server cannot start.
enum ServerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Another program listens on the port. `free` is the next port that is free; nil if none was found.
    case portInUse(UInt16, free: UInt16?)
    /// The port requires a privilege.
    case portNotPermitted(UInt16)
    /// The address is not a numeric address of this machine.
    case invalidAddress(String)
    /// Another error of the system, by its number.
    case system(Int32)

    /// One line: the problem and, except for ``system(_:)``, what to do.
    var description: String {
        switch self {
        case .portInUse(let port, let free?): "port \(port) is in use; port \(free) is free: pass --port \(free)"
        case .portInUse(let port, nil): "port \(port) is in use; pass --port 0 for any free one"
        case .portNotPermitted(let port): "port \(port) requires root; pass --port with a number of 1024 or more"
        case .invalidAddress(let address):
            "'\(address)' is not an address of this machine; pass one such as 127.0.0.1 or 0.0.0.0"
        case .system(let code): "the server cannot start: \(String(cString: strerror(code)))"
        }
    }
}
