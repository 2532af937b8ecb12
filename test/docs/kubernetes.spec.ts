import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { findProgram } from '../../scripts/packages.mjs';
import { serverOptions, workerOptions } from '../../scripts/node-options.mjs';

/** The manifests in docker/kubernetes against the schemas of Kubernetes, and against what the programs do. */
const ROOT = 'docker/kubernetes';

const require = createRequire(import.meta.url);

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec?: unknown;
  readonly data?: Record<string, string>;
}

interface Kustomization {
  readonly resources: readonly string[];
}

const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.yaml'),
);
const manifests = files
  .filter((file) => !file.endsWith('kustomization.yaml'))
  .flatMap((file) =>
    documentsOf(readFileSync(path.join(ROOT, file), 'utf8')).map((manifest) => ({ file, manifest })),
  );

function documentsOf(text: string): Manifest[] {
  return parseAllDocuments(text, { strict: true }).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() as Manifest;
  });
}

/** What is wrong with a manifest, members that its schema does not have included. */
async function problems(manifest: Manifest): Promise<string[]> {
  const { apiVersion, kind } = manifest;
  const [group = '', version = ''] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion];
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  const name = `IoK8sApi${capital(group.split('.')[0]!)}${capital(version)}${kind}`;
  // The package exports classes, which validate copies: unknown members could not be found.
  const { validate } = require(path.resolve('node_modules/kubernetes-models/_schemas', `${name}.js`)) as {
    validate: ((data: unknown) => boolean) & { errors?: { instancePath: string; message?: string }[] };
  };
  const unread: string[] = [];
  const data = observed(manifest, '', unread);
  const isValid = validate(data.value);
  data.finish();
  const errors = isValid ? [] : (validate.errors ?? []).map((error) => JSON.stringify(error));
  return [...errors, ...unread].map((problem) => `${kind} ${manifest.metadata.name}: ${problem}`);
}

/** The same value, which notes members that no check reads: the schemas allow any. */
function observed(value: unknown, place: string, unread: string[]): { value: unknown; finish: () => void } {
  if (typeof value !== 'object' || value === null) return { value, finish: () => undefined };
  const read = new Set<string>();
  let isMap = Array.isArray(value);
  const parts = new Map(
    Object.entries(value).map(([key, part]) => [key, observed(part, `${place}/${key}`, unread)] as const),
  );
  const proxy = new Proxy(value, {
    get(target, key, receiver) {
      if (typeof key === 'string') read.add(key);
      const part = typeof key === 'string' ? parts.get(key) : undefined;
      return part ? part.value : (Reflect.get(target, key, receiver) as unknown);
    },
    ownKeys(target) {
      isMap = true;
      return Reflect.ownKeys(target);
    },
  });
  const finish = () => {
    for (const [key, part] of parts) {
      if (!isMap && !read.has(key)) unread.push(`${place}/${key} is no member of its schema`);
      else part.finish();
    }
  };
  return { value: proxy, finish };
}

test('every manifest fits the schema of its kind', async () => {
  expect(manifests.length).toBeGreaterThan(10);
  for (const { manifest } of manifests) expect(await problems(manifest)).toEqual([]);
});

test('a wrong type, a missing and an unknown member are found', async () => {
  const { manifest } = manifests.find(({ manifest: { kind } }) => kind === 'PodDisruptionBudget')!;
  const { manifest: set } = manifests.find(({ manifest: { kind } }) => kind === 'StatefulSet')!;
  expect(await problems({ ...manifest, spec: { maxUnavaliable: 1 } })).toEqual([
    expect.stringContaining('/spec/maxUnavaliable is no member of its schema'),
  ]);
  expect(await problems({ ...set, spec: { replicas: 'two' } })).not.toEqual([]);
});

test('kustomizations name files and folders that exist', () => {
  for (const file of files.filter((one) => one.endsWith('kustomization.yaml'))) {
    const { resources } = parse(readFileSync(path.join(ROOT, file), 'utf8')) as Kustomization;
    for (const resource of resources)
      expect(existsSync(path.join(ROOT, path.dirname(file), resource))).toBe(true);
  }
});

/** kubectl is on few machines that run the tests. */
const testRender = findProgram('kubectl')
  ? test.each(['staging', 'production'])
  : test.skip.each(['kubectl']);

testRender('the overlay %s renders to manifests that fit their schemas', async (overlay) => {
  const { stdout, stderr, status } = spawnSync('kubectl', ['kustomize', `${ROOT}/overlays/${overlay}`], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  const rendered = documentsOf(stdout);
  for (const manifest of rendered) expect(await problems(manifest)).toEqual([]);
  expect(stdout).not.toMatch(/image: tollgate$/m);
  expect(rendered.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['Job', 'StatefulSet', 'PodDisruptionBudget']),
  );
});

test('what the manifests name exists: programs, variables, probes, the metric', () => {
  const text = manifests.map(({ file }) => readFileSync(path.join(ROOT, file), 'utf8')).join('\n');
  for (const [, program = ''] of text.matchAll(/dist\/([\w/.]+)\.js/g))
    expect(existsSync(`${program}.ts`)).toBe(true);
  expect(text).toContain(`[node, ${workerOptions.join(', ')}, dist/worker/main.js]`);
  // Servers have the command of the image.
  expect(readFileSync('docker/Dockerfile', 'utf8')).toContain(
    serverOptions.map((option) => `"${option}"`).join(', '),
  );
  const environment = readFileSync('server/core/env.ts', 'utf8');
  const config = manifests.find(({ manifest: { kind } }) => kind === 'ConfigMap')!.manifest;
  for (const name of Object.keys(config.data!)) expect(environment).toContain(name);
  const [, metric = ''] = /metric: \{ name: (\w+) \}/.exec(text)!;
  expect(
    readdirSync('server', { recursive: true, encoding: 'utf8' })
      .filter((file) => /metric/.test(file))
      .some((file) => file.endsWith('.ts') && readFileSync(`server/${file}`, 'utf8').includes(metric)),
  ).toBe(true);
  expect(new Set([...text.matchAll(/path: (\/\w+)/g)].map(([, probe]) => probe))).toEqual(
    new Set(['/livez', '/readyz']),
  );
});
