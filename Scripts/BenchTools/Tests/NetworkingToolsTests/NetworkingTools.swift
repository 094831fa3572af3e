import Testing

/// Serialized, because benches and stress tests count the descriptors, threads and processor time of the whole process.
@Suite("The tools of Networking", .serialized, .timeLimit(.minutes(2)))
struct NetworkingTools {}
