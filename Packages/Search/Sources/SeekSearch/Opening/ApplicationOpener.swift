#if os(iOS) || os(tvOS) || os(visionOS)
public import Foundation
import UIKit

/// Opens URLs with `UIApplication`.
///
/// The app must list schemes other than http and https, such as `youtube`, in `LSApplicationQueriesSchemes` of its
/// `Info.plist`. App extensions have no `UIApplication`; use SwiftUI's `openURL` there.
@available(iOSApplicationExtension, unavailable)
public struct ApplicationOpener: URLOpening {
    /// Creates an opener.
    public init() {}

    /// Returns whether an app is available for the URL.
    @MainActor
    public func canOpenURL(_ url: URL) async -> Bool { UIApplication.shared.canOpenURL(url) }

    /// Opens the URL in its app, or in the browser, and returns whether it was opened.
    @MainActor
    public func open(_ url: URL) async -> Bool { await UIApplication.shared.open(url) }
}
#elseif os(macOS)
import AppKit
public import Foundation

/// Opens URLs with `NSWorkspace`.
public struct ApplicationOpener: URLOpening {
    /// Creates an opener.
    public init() {}

    /// Returns whether an app is available for the URL.
    @MainActor
    public func canOpenURL(_ url: URL) async -> Bool { NSWorkspace.shared.urlForApplication(toOpen: url) != nil }

    /// Opens the URL in its app, or in the browser, and returns whether it was opened.
    @MainActor
    public func open(_ url: URL) async -> Bool { NSWorkspace.shared.open(url) }
}
#endif
