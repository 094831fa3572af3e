#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The TLS context of a server: OpenSSL, which is loaded on first use, and a certificate with its key.
///
/// OpenSSL is loaded rather than linked, because only servers with a certificate need it.
final class TLSContext: Sendable {
    /// The functions of OpenSSL that the server needs.
    struct Library: Sendable {
        typealias Pointer = UnsafeMutableRawPointer
        let newContext: @convention(c) (Pointer?) -> Pointer?
        let freeContext: @convention(c) (Pointer?) -> Void
        let serverMethod: @convention(c) () -> Pointer?
        let useCertificate: @convention(c) (Pointer?, UnsafePointer<CChar>) -> Int32
        let useKey: @convention(c) (Pointer?, UnsafePointer<CChar>, Int32) -> Int32
        let newSession: @convention(c) (Pointer?) -> Pointer?
        let freeSession: @convention(c) (Pointer?) -> Void
        let setDescriptor: @convention(c) (Pointer?, Int32) -> Int32
        let accept: @convention(c) (Pointer?) -> Int32
        let read: @convention(c) (Pointer?, UnsafeMutableRawPointer?, Int32) -> Int32
        let write: @convention(c) (Pointer?, UnsafeRawPointer?, Int32) -> Int32
        let shutDown: @convention(c) (Pointer?) -> Int32

        /// The installed library; nil if neither OpenSSL 3 nor 1.1 is installed.
        static let installed = try? Library()

        private struct NotInstalled: Error {}

        private init() throws(NotInstalled) {
            let names = ["libssl.so.3", "libssl.so.1.1"]
            guard let handle = names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first else {
                throw NotInstalled()
            }
            func symbol<Function>(_ name: String) throws(NotInstalled) -> Function {
                guard let address = dlsym(handle, name) else { throw NotInstalled() }
                return unsafeBitCast(address, to: Function.self)
            }
            newContext = try symbol("SSL_CTX_new")
            freeContext = try symbol("SSL_CTX_free")
            serverMethod = try symbol("TLS_server_method")
            useCertificate = try symbol("SSL_CTX_use_certificate_chain_file")
            useKey = try symbol("SSL_CTX_use_PrivateKey_file")
            newSession = try symbol("SSL_new")
            freeSession = try symbol("SSL_free")
            setDescriptor = try symbol("SSL_set_fd")
            accept = try symbol("SSL_accept")
            read = try symbol("SSL_read")
            write = try symbol("SSL_write")
            shutDown = try symbol("SSL_shutdown")
        }
    }

    private let library: Library
    // `nonisolated(unsafe)`: the context does not change after `init`, and OpenSSL locks its reference count.
    private nonisolated(unsafe) let context: UnsafeMutableRawPointer

    init(certificate: String, key: String) throws(LoopbackServer.Failure) {
        guard let library = Library.installed, let context = library.newContext(library.serverMethod()) else {
            throw .system("TLS requires OpenSSL's libssl.so.3 or libssl.so.1.1, which is not installed")
        }
        self.library = library
        self.context = context
        guard library.useCertificate(context, certificate) == 1, library.useKey(context, key, Self.pemFormat) == 1
        else {
            throw .system("the certificate \(certificate) or its key cannot be used")
        }
    }

    /// `SSL_FILETYPE_PEM`
    private static let pemFormat: Int32 = 1

    deinit {
        library.freeContext(context)
    }

    /// Performs the TLS handshake, and blocks until it is complete. Returns nil if it fails.
    func accept(_ socket: Socket) -> TLSSession? {
        guard let session = library.newSession(context) else { return nil }
        guard library.setDescriptor(session, socket.descriptor) == 1, library.accept(session) == 1 else {
            library.freeSession(session)
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
        library.freeSession(session)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        Int(max(library.read(session, buffer.baseAddress, Int32(clamping: buffer.count)), 0))
    }

    func write(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var unsent = buffer[...]
            while !unsent.isEmpty {
                let bytes = UnsafeRawBufferPointer(rebasing: unsent)
                let count = library.write(session, bytes.baseAddress, Int32(clamping: bytes.count))
                guard count > 0 else { return false }
                unsent = unsent.dropFirst(Int(count))
            }
            return true
        }
    }

    /// Sends the alert that announces the end of the connection (`close_notify`).
    func endWriting() {
        _ = library.shutDown(session)
    }
}
