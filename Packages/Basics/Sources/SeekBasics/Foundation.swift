// All packages, including this one, use this re-export of Foundation, unless they need all of it. On Linux, only the
// part without internationalization and networking is re-exported: a program that links no more than this part starts
// in half the time.
#if canImport(FoundationEssentials)
@_exported public import FoundationEssentials
#else
@_exported public import Foundation
#endif
