import Foundation
import SeekBasics

/// Lists and builds the modules of library products, and creates the commands that read built modules.
struct BuiltModules {
    var repository: Repository
    var shell: Shell
    /// The folders in which the packages' tests have built the modules; nil to read those that
    /// ``build(_:for:console:)`` builds.
    var testFolders: BuildFolders?

    struct Module: Equatable {
        var name: String
        var package: Repository.Package

        /// The file that contains the committed interface of the module, relative to the root.
        var baselineFile: String { package.path("API/\(name).txt") }

        /// The folder of the module's sources, relative to the root.
        var sources: String {
            let target = package.manifest.targets.first { $0.name == name }
            return package.path(target?.folder ?? "Sources/\(name)")
        }
    }

    /// The modules in library products, except those of packages that `repo.json` lists as standalone.
    var modules: [Module] {
        repository.mainPackages.flatMap { package in
            let libraries = package.manifest.products.filter { $0.type.object?["library"] != nil }
            let offeredTargets = Set(libraries.flatMap(\.targets))
            return package.manifest.targets.filter { offeredTargets.contains($0.name) && $0.type == "regular" }.map {
                Module(name: $0.name, package: package)
            }
        }
    }

    /// Builds the modules, using the root manifest if it contains them and the packages' manifests otherwise. The root
    /// manifest is built with the same options as by `repo test`, so that both share one build.
    func build(_ modules: [Module], for command: String, console: Console) throws(RepoError) {
        let rootTargets = Set(repository.rootManifest?.targets.map(\.name) ?? [])
        let otherFolders = Set(modules.filter { !rootTargets.contains($0.name) }.map(\.package.folder)).sorted()
        let needsRoot = modules.contains { rootTargets.contains($0.name) }
        let folders = otherFolders.map { Files.absolute($0, from: repository.root) }
        for folder in (needsRoot ? [repository.root] : []) + folders {
            console.note("\(command): building \(folder)\n")
            let log = "\(ReportStore(root: repository.root).logs)/\(command).log"
            Files.remove(log)
            let names = Set(modules.map(\.name))
            let targets = conditionalDependencies(in: folder).filter(names.contains).map { ["--target", $0] }
            for options in [[]] + targets {
                let arguments = ["swift", "build", "--disable-index-store", "--package-path", folder] + options
                guard try shell.log(arguments, log).status == 0 else {
                    throw RepoError("\(folder) does not build:\n\(try Files.text(log))")
                }
            }
        }
    }

    /// Returns the targets on which others depend under a condition. If the condition is false, SwiftPM builds them
    /// only when they are named.
    private func conditionalDependencies(in folder: String) -> [String] {
        let package = repository.packages.first { Files.absolute($0.folder, from: repository.root) == folder }
        let targets = package?.manifest.targets ?? repository.rootManifest?.targets
        return Set((targets ?? []).flatMap(\.dependencies).filter { $0.condition != nil }.map(\.name)).sorted()
    }

    /// Whether the tests have built all modules.
    var areBuiltByTests: Bool {
        guard let testFolders else { return false }
        return modules.allSatisfy { module in
            Files.exists("\(testFolders.path(of: module.package.name))/debug/Modules/\(module.name).swiftmodule")
        }
    }

    /// Returns the path of a built program, or nil if it is not found.
    func program(named name: String) -> String? {
        let folders = testFolders.map { folders in repository.packages.map { folders.path(of: $0.name) } } ?? []
        return (folders + ["\(repository.root)/.build"]).map { "\($0)/debug/\(name)" }.first(where: Files.isExecutable)
    }

    /// Returns the command that runs a tool of the toolchain on a built module.
    func command(_ tool: String, on module: Module) throws(RepoError) -> [String] {
        let isInRoot = repository.rootManifest?.targets.contains { $0.name == module.name } == true
        let folder = isInRoot ? repository.root : Files.absolute(module.package.folder, from: repository.root)
        let buildFolder = testFolders?.path(of: module.package.name) ?? "\(folder)/.build"
        let info = try shell.capture(["swift", "-print-target-info"])
        let triple = (try? JSONValue(json: info.output.utf8))?["target"]["triple"]
        let moduleMapFolders = repository.packages.flatMap { package in
            package.manifest.targets.filter { $0.isSystemLibrary || $0.type == "regular" }.flatMap { target in
                ["", "/include"].map { repository.folder(of: target, in: package) + $0 }
            }.filter { Files.exists("\($0)/module.modulemap") }
        }
        let paths = (["\(buildFolder)/debug/Modules"] + moduleMapFolders).flatMap { ["-I", $0] }
        return Toolchain.tool(tool) + ["-module-name", module.name, "-target", triple?.string ?? ""] + paths
    }
}
