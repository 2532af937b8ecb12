import { transform, version } from '@swc/core';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { threadId } from 'node:worker_threads';

const root = path.resolve(import.meta.dirname, '../..');
const cache = path.join(root, 'node_modules/.cache/typescript');
mkdirSync(cache, { recursive: true });

/** As tsconfig.json has it. */
const OPTIONS = {
  swcrc: false,
  sourceMaps: 'inline',
  // Node parses the map of every module that it loads.
  inlineSourcesContent: false,
  isModule: true,
  module: { type: 'es6' },
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    keepClassNames: true,
    experimental: { keepImportAttributes: true },
  },
};
const VERSION = `${version} ${JSON.stringify(OPTIONS)}`;

const PACKAGES = '/node_modules/';
/** What an import of our own code may leave out, or name by what it is compiled to. */
const ENDINGS = ['.ts', '.tsx', '/index.ts'];

/** Our own modules resolve a package to the same file, wherever they are. */
const resolvedPackages = new Map();
const resolvedFiles = new Map();

export async function resolve(specifier, context, next) {
  const { parentURL } = context;
  if (parentURL === undefined || parentURL.includes(PACKAGES)) return next(specifier, context);
  if (specifier.startsWith('.')) {
    const url = sourceOf(new URL(specifier, parentURL));
    return url === undefined ? next(specifier, context) : { url, format: 'module', shortCircuit: true };
  }
  if (specifier.startsWith('file:')) return next(specifier, context);
  const known = resolvedPackages.get(specifier);
  if (known !== undefined) return known;
  const resolved = { ...(await next(specifier, context)), shortCircuit: true };
  resolvedPackages.set(specifier, resolved);
  return resolved;
}

/** The address of the TypeScript file that is imported by this one; undefined for all others. */
function sourceOf({ href, search }) {
  const plain = search === '' ? href : href.slice(0, -search.length);
  if (!resolvedFiles.has(plain)) resolvedFiles.set(plain, findSource(plain));
  const found = resolvedFiles.get(plain);
  return found && found + search;
}

function findSource(url) {
  if (/\.tsx?$/.test(url)) return url;
  const base = url.replace(/\.js$/, '');
  return ENDINGS.map((ending) => base + ending).find((one) => existsSync(fileURLToPath(one)));
}

export async function load(url, context, next) {
  if (url.startsWith('node:')) return next(url, context);
  if (url.includes(PACKAGES)) {
    // Node would compile each file of a package without a type to find out what it is.
    const isCommonJs = context.format == null && url.endsWith('.js');
    return isCommonJs ? { format: 'commonjs', source: null, shortCircuit: true } : next(url, context);
  }
  const address = url.replace(/\?.*/, '');
  if (!/\.tsx?$/.test(address)) return next(url, context);
  return { format: 'module', source: await compiled(fileURLToPath(address)), shortCircuit: true };
}

async function compiled(file) {
  const source = readFileSync(file, 'utf8');
  const key = createHash('sha1').update(`${VERSION}\n${file}\n`).update(source).digest('hex');
  const kept = path.join(cache, `${key}.mjs`);
  try {
    return readFileSync(kept, 'utf8');
  } catch {
    const { code } = await transform(source, optionsFor(file));
    // Other threads and processes compile and read the same files.
    const written = `${kept}.${process.pid}.${threadId}`;
    writeFileSync(written, code);
    renameSync(written, kept);
    return code;
  }
}

function optionsFor(filename) {
  if (!filename.endsWith('.tsx')) return { ...OPTIONS, filename };
  const { jsc } = OPTIONS;
  const parser = { ...jsc.parser, tsx: true };
  return {
    ...OPTIONS,
    filename,
    jsc: { ...jsc, parser, transform: { ...jsc.transform, react: { runtime: 'automatic' } } },
  };
}
