import Testing

/// Benches and torments look at the descriptors, threads and processor time of the whole process: one test at a time,
/// across both modules.
@Suite("The tools of Networking", .serialized, .timeLimit(.minutes(2)))
struct NetworkingTools {}
