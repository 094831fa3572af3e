import Foundation
import Testing

/// Expects equal bodies. `#expect(a == b)` would compute the difference, which takes gigabytes for bodies of one
/// megabyte.
func expectSame(
    _ body: Data?,
    _ expected: Data,
    _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let isSame = body == expected
    #expect(isSame, comment ?? "\(body?.count ?? 0) bytes, not \(expected.count)", sourceLocation: sourceLocation)
}

/// Returns bytes in which no two blocks of 4 KiB are equal, so that lost, repeated and reordered parts are detected.
/// Built in blocks: a long computation would delay other tests.
func numbers(_ size: Int) -> Data {
    let filling = Data((0..<1_022).flatMap { Array("\($0 % 10)x\($0 % 7)y".utf8) })
    var data = Data(capacity: size + 4_096)
    var block: UInt64 = 0
    while data.count < size {
        withUnsafeBytes(of: block.bigEndian) { data.append(contentsOf: $0) }
        data.append(filling)
        block += 1
    }
    return data.prefix(size)
}
