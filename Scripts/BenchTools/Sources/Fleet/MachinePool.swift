#if os(Linux)
import BenchKit

/// The machines of a fleet. A machine that is killed is replaced by a new one with the same settings.
package actor MachinePool {
    /// A process, or tasks of this process, which cannot be killed.
    private enum Member {
        case process(MachineProcess)
        case tasks(Machine)
    }

    private let settings: [MachineSettings]
    private let startsProcesses: Bool
    private var members: [Member] = []

    /// - Parameter startsProcesses: Whether each machine is a process of its own, which is impossible in tests.
    package init(_ settings: [MachineSettings], startsProcesses: Bool = true) throws {
        self.settings = settings
        self.startsProcesses = startsProcesses
        members = try settings.map { try Self.start($0, startsProcesses) }
    }

    private static func start(_ settings: MachineSettings, _ startsProcess: Bool) throws -> Member {
        startsProcess ? .process(try MachineProcess(settings)) : .tasks(Machine(settings))
    }

    package nonisolated var count: Int { settings.count }

    /// Performs work on a machine.
    ///
    /// - Returns: The report; nil if the machine was killed or has exited, in which case it has been replaced.
    /// - Throws: ``BenchKit/BenchFailure`` if a machine that is a process does not finish within `limit`, in which case
    ///   it is killed. A machine that consists of tasks has no limit.
    package func perform(_ work: MachineWork, on number: Int, within limit: Duration) async throws -> MachineReport? {
        switch members[number] {
        case .tasks(let machine): return try await machine.perform(work)
        case .process(let process):
            let deadline = ContinuousClock.now + limit
            let watchdog = Task {
                try await Task.sleep(until: deadline, clock: .continuous)
                process.sendKill()
            }
            defer { watchdog.cancel() }
            if let report = try await process.perform(work) { return report }
            guard .now < deadline else {
                throw BenchFailure(description: "machine \(number) has not finished after \(limit)")
            }
            process.end()
            members[number] = try Self.start(settings[number], startsProcesses)
            return nil
        }
    }

    /// Performs work on all machines and returns their reports, with nil for each machine that was killed.
    package func perform(
        within limit: Duration = .seconds(60),
        _ work: @Sendable @escaping (Int) -> MachineWork
    ) async throws -> [MachineReport?] {
        try await withThrowingTaskGroup(of: (Int, MachineReport?).self) { group in
            for number in 0..<count {
                group.addTask { (number, try await self.perform(work(number), on: number, within: limit)) }
            }
            var reports = [MachineReport?](repeating: nil, count: count)
            for try await (number, report) in group { reports[number] = report }
            return reports
        }
    }

    package func kill(_ number: Int) {
        if case .process(let process) = members[number] { process.sendKill() }
    }

    package func end() {
        for case .process(let process) in members { process.end() }
        members = []
    }
}

extension MachinePool {
    /// Lets the machines race for the searches of a quota, each with enough texts for a quarter of it. `name` is the
    /// prefix of the keys in Redis and the first word of the texts. The report of a killed machine is nil.
    package func race(for quota: Int, _ name: String, concurrency: Int = 2) async throws -> [MachineReport?] {
        try await perform { machine in
            let texts = (0..<quota / 4).map { "\(name) \(machine) \($0)" }
            return MachineWork(prefix: name, texts: texts, concurrency: concurrency, endsWithQuota: true)
        }
    }
}
#endif
