// What every folder that `vitrine new` writes has: a manifest, and what git leaves out.

interface ProjectManifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

export function projectFiles(name: string, manifest: ProjectManifest): Readonly<Record<string, string>> {
  const whole = { name, version: '0.0.0', private: true, type: 'module', ...manifest, engines: { node: '>=20.19' } };
  return { 'package.json': `${JSON.stringify(whole, null, 2)}\n`, '.gitignore': 'node_modules/\n.vitrine/\n' };
}
