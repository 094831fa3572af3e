#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Turns off the echo of a terminal while a secret is entered, and restores it even if a signal ends or suspends the
/// process.
///
/// Signal handlers restore the terminal and raise the signal again. After `fg` the echo is turned off again. Supports
/// one terminal at a time.
enum TerminalEcho {
    private typealias Handler = @convention(c) (Int32) -> Void

    /// The state that the signal handlers use.
    private struct State {
        var descriptor: Int32 = -1
        var normal = termios()
        var hidden = termios()
        /// The previous actions of ``signals``. Stored as `sigaction` instead of handlers, because the runtime's crash
        /// handlers take more arguments.
        var actions: [sigaction] = []
    }

    /// SAFETY: changed by one caller at a time, as ``LineInput`` requires, while no handler is installed.
    private nonisolated(unsafe) static var state = State()

    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]

    /// Turns the echo off until ``restore()``. Line ends are still shown. Returns `false` if that is not possible.
    static func turnOff(on descriptor: Int32) -> Bool {
        var state = State(descriptor: descriptor)
        guard isatty(descriptor) == 1, tcgetattr(descriptor, &state.normal) == 0 else { return false }
        state.hidden = state.normal
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

    static func restore() {
        tcsetattr(state.descriptor, TCSADRAIN, &state.normal)
        removeHandlers()
    }

    private static func installHandlers() {
        for number in signals {
            let previous = signal(number, onSignal)
            // Signals that are ignored, as under `nohup`, remain ignored.
            if isSame(previous, SIG_IGN) { signal(number, SIG_IGN) }
        }
        signal(SIGCONT, onContinue)
    }

    private static func removeHandlers() {
        signal(SIGCONT, SIG_DFL)
        for (index, number) in signals.enumerated() {
            let current = signal(number, SIG_DFL)
            if isSame(current, onSignal) {
                sigaction(number, &state.actions[index], nil)
            } else {
                // The signal is ignored, or `onSignal` has already restored its action, which may have changed since.
                signal(number, current)
            }
        }
    }

    private static func isSame(_ first: Handler?, _ second: Handler?) -> Bool {
        unsafeBitCast(first, to: Int.self) == unsafeBitCast(second, to: Int.self)
    }

    /// Turns the echo on, restores the previous action, and raises the signal again.
    private static let onSignal: Handler = { number in
        tcsetattr(TerminalEcho.state.descriptor, TCSANOW, &TerminalEcho.state.normal)
        guard let index = TerminalEcho.signals.firstIndex(of: number) else { return }
        sigaction(number, &TerminalEcho.state.actions[index], nil)
        raise(number)
    }

    /// Installs the handlers before turning the echo off, so that a signal in between restores the terminal.
    private static let onContinue: Handler = { _ in
        TerminalEcho.installHandlers()
        tcsetattr(TerminalEcho.state.descriptor, TCSANOW, &TerminalEcho.state.hidden)
    }
}
