#if os(Linux)
import CMicrohttpd
import SeekBasics
import SeekNetworking

/// A connection of libmicrohttpd.
///
/// Unchecked: the library's thread owns the connection. Other threads only call ``resume()``, which is safe on any
/// thread while the connection is suspended. They hold the lock `state` of ``ServerExchange`` or ``EventBody``; the
/// state contains the handle only while the connection is suspended.
struct ConnectionHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Stops reading from and writing to the connection. Called on the library's thread only.
    func suspend() { MHD_suspend_connection(pointer) }

    /// Continues a suspended connection, once for each ``suspend()``.
    func resume() { MHD_resume_connection(pointer) }

    /// The fields of the request's header, in order; nil if one is invalid.
    var headerFields: HTTPFields? {
        var fields: HTTPFields? = [:]
        withUnsafeMutablePointer(to: &fields) { fields in
            _ = MHD_get_connection_values_n(
                pointer,
                .HEADER_KIND,
                { context, _, name, nameSize, value, valueSize in
                    let name = UnsafeRawBufferPointer(start: name, count: nameSize)
                    let value = String(
                        decoding: UnsafeRawBufferPointer(start: value, count: valueSize),
                        as: UTF8.self
                    )
                    let fields = context?.assumingMemoryBound(to: HTTPFields?.self)
                    guard let name = HTTPField.Name(String(decoding: name, as: UTF8.self)),
                        HTTPField.isValidValue(value)
                    else {
                        fields?.pointee = nil
                        return .NO
                    }
                    fields?.pointee?.append(HTTPField(name: name, value: value))
                    return .YES
                },
                fields
            )
        }
        return fields
    }

    /// The descriptor of the socket.
    var socket: Int32 { seek_connection_socket(pointer) }

    /// The numeric address of the client; empty if unknown.
    var clientAddress: String {
        let address = seek_connection_client(pointer).flatMap { MachineAddresses.numeric($0) } ?? ""
        // A socket for IPv6 that accepts IPv4 as well reports IPv4 addresses as ::ffff:127.0.0.1.
        return address.hasPrefix("::ffff:") && address.contains(".") ? String(address.dropFirst(7)) : address
    }

    /// Queues a response.
    ///
    /// - Parameter closing: Whether the connection is closed after the response.
    /// - Returns: The result for the library, and the body of a response that consists of events.
    func queue(_ response: WebResponse, closing: Bool) -> (result: MHD_Result, events: EventBody?) {
        var events: EventBody?
        let nativeResponse: OpaquePointer?
        switch response.body {
        case .data(let data):
            nativeResponse = data.withUnsafeBytes { bytes in
                MHD_create_response_from_buffer(
                    bytes.count,
                    UnsafeMutableRawPointer(mutating: bytes.baseAddress),
                    .RESPMEM_MUST_COPY
                )
            }
        case .events(let stream):
            let body = EventBody(stream)
            events = body
            nativeResponse = EventReader(body: body, connection: self).response()
        }
        guard let nativeResponse else { return (.NO, events) }
        defer { MHD_destroy_response(nativeResponse) }
        for field in response.headerFields {
            _ = MHD_add_response_header(nativeResponse, field.name.rawName, field.value)
        }
        if closing { _ = MHD_add_response_header(nativeResponse, "Connection", "close") }
        return (MHD_queue_response(pointer, UInt32(response.status.code), nativeResponse), events)
    }
}

/// Passes the events of a response to libmicrohttpd.
private final class EventReader {
    let body: EventBody
    let connection: ConnectionHandle

    init(body: EventBody, connection: ConnectionHandle) {
        self.body = body
        self.connection = connection
    }

    /// Creates a response of unknown size. The response retains the reader until it is destroyed.
    func response() -> OpaquePointer? {
        let retained = Unmanaged.passRetained(self)
        let response = MHD_create_response_from_callback(
            .max,  // The size is unknown.
            4_096,
            { context, _, buffer, size in
                guard let context, let buffer else { return -2 }
                let reader = Unmanaged<EventReader>.fromOpaque(context).takeUnretainedValue()
                let bytes = UnsafeMutableRawBufferPointer(start: buffer, count: size)
                // The library's constants for the end (-1) and a failure (-2) are macros that Swift does not import.
                return switch reader.body.read(into: bytes, suspending: reader.connection) {
                case .bytes(let count): count
                case .suspended: 0
                case .end: -1
                case .failure: -2
                }
            },
            retained.toOpaque(),
            { context in
                guard let context else { return }
                Unmanaged<EventReader>.fromOpaque(context).takeRetainedValue().body.end(with: .failure)
            }
        )
        if response == nil { retained.release() }
        return response
    }
}
#endif
