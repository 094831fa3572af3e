#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The TLS context of a server: OpenSSL, which is loaded on first use, and a certificate with its key.
///
/// OpenSSL is loaded rather than linked, because only servers with an identity need it. It is usually installed
/// wherever libcurl is.
final class TLSContext: Sendable {
    /// The required functions of libssl with their C types.
    struct Library: Sendable {
        typealias Pointer = UnsafeMutableRawPointer
        let newContext: @convention(c) (Pointer?) -> Pointer?
        let freeContext: @convention(c) (Pointer?) -> Void
        let method: @convention(c) () -> Pointer?
        let useCertificate: @convention(c) (Pointer?, UnsafePointer<CChar>) -> Int32
        let useKey: @convention(c) (Pointer?, UnsafePointer<CChar>, Int32) -> Int32
        let new: @convention(c) (Pointer?) -> Pointer?
        let free: @convention(c) (Pointer?) -> Void
        let setDescriptor: @convention(c) (Pointer?, Int32) -> Int32
        let accept: @convention(c) (Pointer?) -> Int32
        let read: @convention(c) (Pointer?, UnsafeMutableRawPointer?, Int32) -> Int32
        let write: @convention(c) (Pointer?, UnsafeRawPointer?, Int32) -> Int32
        let shutDown: @convention(c) (Pointer?) -> Int32

        /// Nil if neither OpenSSL 3 nor 1.1 is installed.
        static let found = Library()

        private init?() {
            let names: [String] = ["libssl.so.3", "libssl.so.1.1"]
            guard let handle = names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first else { return nil }
            func symbol<Function>(_ name: String, _: Function.Type = Function.self) -> Function? {
                dlsym(handle, name).map { unsafeBitCast($0, to: Function.self) }
            }
            guard let newContext = symbol("SSL_CTX_new", (@convention(c) (Pointer?) -> Pointer?).self),
                let freeContext = symbol("SSL_CTX_free", (@convention(c) (Pointer?) -> Void).self),
                let method = symbol("TLS_server_method", (@convention(c) () -> Pointer?).self),
                let useCertificate = symbol(
                    "SSL_CTX_use_certificate_chain_file",
                    (@convention(c) (Pointer?, UnsafePointer<CChar>) -> Int32).self
                ),
                let useKey = symbol(
                    "SSL_CTX_use_PrivateKey_file",
                    (@convention(c) (Pointer?, UnsafePointer<CChar>, Int32) -> Int32).self
                ),
                let new = symbol("SSL_new", (@convention(c) (Pointer?) -> Pointer?).self),
                let free = symbol("SSL_free", (@convention(c) (Pointer?) -> Void).self),
                let setDescriptor = symbol("SSL_set_fd", (@convention(c) (Pointer?, Int32) -> Int32).self),
                let accept = symbol("SSL_accept", (@convention(c) (Pointer?) -> Int32).self),
                let read = symbol(
                    "SSL_read",
                    (@convention(c) (Pointer?, UnsafeMutableRawPointer?, Int32) -> Int32).self
                ),
                let write = symbol(
                    "SSL_write",
                    (@convention(c) (Pointer?, UnsafeRawPointer?, Int32) -> Int32).self
                ),
                let shutDown = symbol("SSL_shutdown", (@convention(c) (Pointer?) -> Int32).self)
            else { return nil }
            self.newContext = newContext
            self.freeContext = freeContext
            self.method = method
            self.useCertificate = useCertificate
            self.useKey = useKey
            self.new = new
            self.free = free
            self.setDescriptor = setDescriptor
            self.accept = accept
            self.read = read
            self.write = write
            self.shutDown = shutDown
        }
    }

    private let library: Library
    // Sendable: OpenSSL counts references under its own lock, and the context does not change after init.
    private nonisolated(unsafe) let context: UnsafeMutableRawPointer

    init(certificate: String, key: String) throws(LoopbackServer.Failure) {
        guard let library = Library.found, let context = library.newContext(library.method()) else {
            throw .system("TLS needs OpenSSL's libssl.so.3 or libssl.so.1.1, which this machine does not have")
        }
        self.library = library
        self.context = context
        guard library.useCertificate(context, certificate) == 1, library.useKey(context, key, Self.pem) == 1 else {
            throw .system("the certificate \(certificate) or its key cannot be used")
        }
    }

    private static let pem: Int32 = 1

    deinit {
        library.freeContext(context)
    }

    /// Performs the TLS handshake, and blocks until it is complete. Returns nil if it fails.
    func accept(_ socket: Socket) -> TLSSession? {
        guard let session = library.new(context) else { return nil }
        guard library.setDescriptor(session, socket.descriptor) == 1, library.accept(session) == 1 else {
            library.free(session)
            return nil
        }
        return TLSSession(session, library)
    }
}

/// A TLS session, which is used only by the thread of its connection.
final class TLSSession {
    private let session: UnsafeMutableRawPointer
    private let library: TLSContext.Library

    fileprivate init(_ session: UnsafeMutableRawPointer, _ library: TLSContext.Library) {
        self.session = session
        self.library = library
    }

    deinit {
        library.free(session)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        Int(max(library.read(session, buffer.baseAddress, Int32(clamping: buffer.count)), 0))
    }

    func write(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let part = UnsafeRawBufferPointer(rebasing: rest)
                let count = library.write(session, part.baseAddress, Int32(clamping: part.count))
                guard count > 0 else { return false }
                rest = rest.dropFirst(Int(count))
            }
            return true
        }
    }

    func endWriting() {
        _ = library.shutDown(session)
    }
}
