// What an installation of the bundled programs needs beside them: a package.json with the packages that the bundles load from
// node_modules, in the versions of the lock file. docker/Dockerfile removes all others by it.
import fs from 'node:fs';
import path from 'node:path';

/** Loaded by their path at run time, which a bundler does not see. */
const BY_PATH = ['swagger-ui-dist'];
const KEPT = ['name', 'version', 'description', 'license', 'private', 'type', 'repository', 'engines'];

/**
 * @param {string} root folder of the product's package.json
 * @param {readonly { imports?: readonly string[]; dynamicImports?: readonly string[] }[]} chunks of the bundles
 * @returns {object} content of a package.json
 */
export function runtimePackage(root, chunks) {
  const product = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  const imported = chunks.flatMap(({ imports = [], dynamicImports = [] }) => [...imports, ...dynamicImports]);
  const names = new Set([...imported.map(packageOf), ...BY_PATH]);
  const dependencies = Object.fromEntries(
    Object.entries(product.dependencies).filter(([name]) => names.has(name)),
  );
  const overrides = Object.fromEntries(
    Object.entries(product.overrides).filter(([name]) => Object.hasOwn(dependencies, name)),
  );
  const kept = Object.fromEntries(KEPT.filter((key) => key in product).map((key) => [key, product[key]]));
  return { ...kept, dependencies, overrides };
}

/** `@node-rs/argon2` of `@node-rs/argon2/lib`. */
function packageOf(specifier) {
  const [first = '', second = ''] = specifier.split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}
