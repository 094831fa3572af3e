import SeekAssistants

extension FuzzTarget {
    /// Messages of assistants: the messages must be the same however the bytes are divided.
    static let assistantMessage = FuzzTarget("assistant-message") { bytes in
        func messages(_ size: Int) -> [ClientMessage] {
            var reader = MessageReader(maximumSize: 500)
            return stride(from: 0, to: bytes.count, by: size).flatMap { start in
                reader.append(bytes[start..<min(start + size, bytes.count)])
                return Array(sequence(state: ()) { _ in reader.next() })
            }
        }
        return messages(max(1, bytes.count)) == messages(7) ? nil : "the messages depend on how the bytes are divided"
    }
}
