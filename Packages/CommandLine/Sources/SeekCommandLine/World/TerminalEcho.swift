#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Turns off a terminal's echo while a secret is typed, and restores it however the process ends or is suspended.
///
/// A signal that would end or stop the process first restores the terminal, then takes its usual course. After `fg` the echo is
/// turned off again. Only one terminal at a time: a process has one user.
enum TerminalEcho {
    private typealias Handler = @convention(c) (Int32) -> Void

    /// What a signal handler needs.
    private struct State {
        var descriptor: Int32 = -1
        var shown = termios()
        var hidden = termios()
        /// What each signal did before, by its position in ``signals``. The whole action, not only its handler: the runtime's own
        /// handlers of crashes are called with more arguments.
        var actions: [sigaction] = []
    }

    /// SAFETY: changed by one reader of a secret at a time (``LineInput``), while no handler is installed.
    private nonisolated(unsafe) static var state = State()

    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]

    /// Turns the echo off until ``restore()``; the end of a line is still shown.
    ///
    /// - Returns: Whether the descriptor is a terminal; otherwise nothing changes.
    static func turnOff(on descriptor: Int32) -> Bool {
        var state = State(descriptor: descriptor)
        guard isatty(descriptor) == 1, tcgetattr(descriptor, &state.shown) == 0 else { return false }
        state.hidden = state.shown
        state.hidden.c_lflag &= ~tcflag_t(ECHO)
        state.hidden.c_lflag |= tcflag_t(ECHONL)
        state.actions = signals.map { number in
            var action = sigaction()
            sigaction(number, nil, &action)
            return action
        }
        Self.state = state
        installHandlers()
        guard tcsetattr(descriptor, TCSADRAIN, &state.hidden) == 0 else {
            removeHandlers()
            return false
        }
        return true
    }

    /// Restores the terminal and the handlers of signals.
    static func restore() {
        tcsetattr(state.descriptor, TCSADRAIN, &state.shown)
        removeHandlers()
    }

    private static func installHandlers() {
        for number in signals where isSame(signal(number, onSignal), SIG_IGN) {
            // A signal that is ignored, as under `nohup`, stays ignored.
            signal(number, SIG_IGN)
        }
        signal(SIGCONT, onContinue)
    }

    private static func removeHandlers() {
        signal(SIGCONT, SIG_DFL)
        for (index, number) in signals.enumerated() {
            let current = signal(number, SIG_DFL)
            // A signal that arrived has already restored its action, which may have changed it again.
            if isSame(current, onSignal) {
                sigaction(number, &state.actions[index], nil)
            } else {
                signal(number, current)
            }
        }
    }

    private static func isSame(_ one: Handler?, _ other: Handler?) -> Bool {
        unsafeBitCast(one, to: Int.self) == unsafeBitCast(other, to: Int.self)
    }

    /// Shows again what is typed, and lets the signal do what it would have done.
    private static let onSignal: Handler = { number in
        tcsetattr(TerminalEcho.state.descriptor, TCSANOW, &TerminalEcho.state.shown)
        guard let index = TerminalEcho.signals.firstIndex(of: number) else { return }
        sigaction(number, &TerminalEcho.state.actions[index], nil)
        raise(number)
    }

    /// Handlers first, so that the terminal is never left hidden.
    private static let onContinue: Handler = { _ in
        TerminalEcho.installHandlers()
        tcsetattr(TerminalEcho.state.descriptor, TCSANOW, &TerminalEcho.state.hidden)
    }
}
