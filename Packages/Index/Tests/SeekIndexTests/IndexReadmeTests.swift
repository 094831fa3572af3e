import Foundation
import SeekIndex
import Testing

@Suite("The README")
struct IndexReadmeTests {
    @Test("has a sample that works")
    func sample() async throws {
        try await withFolder { folder async throws in
            let index = TextIndex(folder: folder)
            let entry = IndexEntry(id: "1", kind: "video", title: "東京の夜景", text: "Night walks, Ｔｏｋｙｏ")
            try await index.put([IndexSource(name: "page 1", seenAt: Date(), entries: [entry])])
            for hit in try await index.search(IndexQuery("夜景 nig")).hits {
                print(hit.title.marked("[", "]"), hit.snippet.marked("[", "]"))  // 東京の[夜景] [Night] walks, Ｔｏｋｙｏ
            }
            try await index.remove(sources: ["page 1"])  // and its entries that no other source contains

            #expect(try await index.count() == 0)
        }
    }
}
