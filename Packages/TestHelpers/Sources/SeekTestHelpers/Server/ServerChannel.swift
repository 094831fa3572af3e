/// A connection's bytes: those of its socket, or of the TLS session over it.
struct ServerChannel {
    let socket: Socket
    let session: TLSSession?

    /// Reads what there is, waiting for the first byte. 0: the peer has ended or the connection is broken.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        session?.read(into: buffer) ?? socket.read(into: buffer)
    }

    /// Writes all bytes. False where the connection is broken.
    func write(_ bytes: [UInt8]) -> Bool {
        session?.write(bytes) ?? socket.write(bytes)
    }

    /// Tells the peer that nothing more follows.
    func endWriting() {
        session?.endWriting()
        socket.endWriting()
    }

    func wait(for events: Int32, milliseconds: Int32) -> Bool {
        socket.wait(for: events, milliseconds: milliseconds)
    }

    func resetOnClose() { socket.resetOnClose() }
}
