# A template of a Homebrew formula. It has not been tried: neither Homebrew nor a Mac was available, and nothing is published yet.
# A release replaces the URL and the checksum of the source archive.
class Seek < Formula
  desc "Search YouTube and GitHub from the command line"
  homepage "https://example.com/seek"
  url "https://example.com/seek/archive/refs/tags/0.1.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "MIT"

  depends_on xcode: ["26.4", :build]
  depends_on macos: :sequoia

  def install
    system "swift", "build", "--disable-sandbox", "--configuration", "release", "--product", "seek"
    bin.install ".build/release/seek"
    (man1/"seek.1").write Utils.safe_popen_read(bin/"seek", "reference", "man")
    generate_completions_from_executable(bin/"seek", "completion")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/seek --version")
  end
end
