import FuzzTargets

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The target, chosen by the variable `SEEK_FUZZ_TARGET`: libFuzzer's own arguments leave no room for a name.
private let target: FuzzTarget? = getenv("SEEK_FUZZ_TARGET").flatMap { FuzzTarget.named(String(cString: $0)) }

/// What libFuzzer calls with each input. A finding ends the process, and the input is written to a file.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    guard let target else {
        print("SEEK_FUZZ_TARGET must be one of: \(FuzzTarget.all.map(\.name).joined(separator: ", "))")
        exit(2)
    }
    if let finding = target.finding(Array(UnsafeRawBufferPointer(start: start, count: count))) {
        let message = Array("FINDING \(target.name): \(finding)\n".utf8)
        // Unbuffered: the process ends at once.
        write(STDERR_FILENO, message, message.count)
        abort()
    }
    return 0
}

#if !SEEK_LIBFUZZER
/// Without libFuzzer, whose `main` takes its place: replays the files that are named.
@main
struct Fuzz {
    static func main() {
        for path in CommandLine.arguments.dropFirst() {
            guard let file = fopen(path, "r") else {
                print("cannot be read: \(path)")
                exit(1)
            }
            defer { fclose(file) }
            var bytes: [UInt8] = []
            while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
            _ = bytes.withUnsafeBytes { testOneInput($0.baseAddress, $0.count) }
        }
    }
}
#endif
