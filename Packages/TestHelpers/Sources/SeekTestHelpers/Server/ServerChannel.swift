/// The byte stream of a connection: its socket or a TLS session.
struct ServerChannel {
    let socket: Socket
    let session: TLSSession?

    /// Reads the available bytes, and waits for the first one. Returns 0 if the peer has closed the connection or it
    /// is broken.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        session?.read(into: buffer) ?? max(socket.receive(into: buffer), 0)
    }

    /// Writes all bytes. Returns false if the connection is broken.
    func write(_ bytes: [UInt8]) -> Bool {
        session?.write(bytes) ?? socket.write(bytes)
    }

    /// Closes the sending direction.
    func endWriting() {
        session?.endWriting()
        socket.endWriting()
    }
}
