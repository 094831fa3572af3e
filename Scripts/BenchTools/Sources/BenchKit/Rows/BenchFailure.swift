/// An error that invalidates a measurement, for example a wrong response.
package struct BenchFailure: Error, Sendable, Hashable, CustomStringConvertible {
    package let description: String

    package init(description: String) {
        self.description = description
    }
}
