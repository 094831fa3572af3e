import Foundation
import FuzzTargets

/// The target named by the variable `SEEK_FUZZ_TARGET`. It is not an argument because libFuzzer parses all arguments.
private let target: FuzzTarget? = getenv("SEEK_FUZZ_TARGET").flatMap { FuzzTarget.named(String(cString: $0)) }

/// The function that libFuzzer calls with each input. A finding aborts the process, and libFuzzer writes the input to
/// a file.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    guard let target else {
        print("SEEK_FUZZ_TARGET must be one of: \(FuzzTarget.all.map(\.name).joined(separator: ", "))")
        exit(2)
    }
    if let finding = target.finding(Array(UnsafeRawBufferPointer(start: start, count: count))) {
        let message = Array("FINDING \(target.name): \(finding)\n".utf8)
        // Written without a buffer, because the process is aborted next.
        write(STDERR_FILENO, message, message.count)
        abort()
    }
    return 0
}

#if !SEEK_LIBFUZZER
/// The program for builds without libFuzzer: replays the files in its arguments. libFuzzer has a `main` of its own.
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
