/// Finds `package` declarations that another package of the repository uses. Such a use compiles with the root
/// manifest, which makes all modules one package, but not with the manifests of the packages. The check compares only
/// names, so it ignores a name that is also declared with other access or in another package.
struct PackageAccessCheck {
    private let repository: Repository

    private struct Source {
        var package: String
        var module: String
        var file: String
        var lines: [(number: Int, text: String)]
        var imports: Set<String>
    }

    private struct Declaration {
        var package: String
        var module: String
        var place: String
    }

    init(_ repository: Repository) {
        self.repository = repository
    }

    func findings() throws(RepoError) -> [Finding] {
        let sources = try self.sources()
        var packageNames: [String: Declaration] = [:]
        var otherNames: Set<String> = []
        for source in sources {
            for line in source.lines {
                guard let (name, isPackage) = DeclarationScanner.declared(in: line.text) else { continue }
                if isPackage, packageNames[name].map({ $0.package == source.package }) ?? true {
                    let place = "\(source.file):\(line.number)"
                    packageNames[name] = Declaration(package: source.package, module: source.module, place: place)
                } else {
                    otherNames.insert(name)
                }
            }
        }
        for name in otherNames { packageNames[name] = nil }
        let modules = Set(packageNames.values.map(\.module))
        return sources.filter { !$0.imports.isDisjoint(with: modules) }.flatMap { source in
            source.lines.flatMap { line in
                DeclarationScanner.words(of: line.text).compactMap { word -> Finding? in
                    guard let declaration = packageNames[word], declaration.package != source.package,
                        source.imports.contains(declaration.module)
                    else { return nil }
                    let message =
                        "\(word) has package access in \(declaration.package) (\(declaration.place)), which "
                        + "\(source.package) is not part of; make it public there, or use a public declaration"
                    return Finding(file: source.file, line: line.number, message: message)
                }
            }
        }
    }

    private func sources() throws(RepoError) -> [Source] {
        var sources: [Source] = []
        for package in repository.packages {
            for target in package.manifest.targets {
                for file in repository.files(of: target, in: package) {
                    let lines = SwiftText.codeLines(of: try repository.text(file))
                    sources.append(
                        Source(
                            package: package.name,
                            module: target.name,
                            file: file,
                            lines: lines,
                            imports: Set(ImportScanner.imports(in: lines).map(\.module))
                        )
                    )
                }
            }
        }
        return sources
    }
}
