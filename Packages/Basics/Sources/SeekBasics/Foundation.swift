// All packages import Foundation from here. On Linux it is the part without internationalization and networking, with
// which a program starts in half the time.
#if canImport(FoundationEssentials)
@_exported public import FoundationEssentials
#else
@_exported public import Foundation
#endif
