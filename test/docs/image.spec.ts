import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

/** What the image is built from, without a container engine: the context has every file that the build needs. */
const dockerfile = readFileSync('docker/Dockerfile', 'utf8');
const context = readFileSync('docker/Dockerfile.dockerignore', 'utf8').split('\n');
const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files = '']) =>
  files.split(' '),
);

test.each(copied)('%s is part of the build context', (file) => {
  expect(context).toContain(`!${file}`);
});

test('scripts of the build import only what is copied', () => {
  const scripts = copied.filter((file) => file.endsWith('.mjs'));
  const imported = [...scripts, 'web/vite.config.ts'].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/g)].map(([, target = '']) =>
      path.posix.join(path.posix.dirname(file), target),
    ),
  );
  const isCopied = (file: string) =>
    copied.some((source) => file === source || file.startsWith(`${source}/`));
  expect(imported.filter((file) => !isCopied(file))).toEqual([]);
});

test('the image has the licence, its notice, those of the bundled packages, and a list of all packages', () => {
  const final = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  expect(final).toContain('COPY LICENSE NOTICE ./');
  // `npm run build` writes the notices of packages to `dist`, and the list of packages is beside them.
  expect(final).toContain('COPY --from=build /app/dist dist');
  expect(dockerfile).toContain('npm sbom --omit=dev --sbom-format=cyclonedx > dist/sbom.cdx.json');
});

interface ComposeService {
  readonly command?: readonly string[];
  readonly environment?: Record<string, string>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly read_only?: boolean;
  readonly mem_limit?: string;
  readonly pids_limit?: number;
  readonly healthcheck?: { readonly disable?: boolean; readonly test?: readonly string[] };
}

describe('the compose file', () => {
  const compose = readFileSync('docker/compose.yaml', 'utf8');
  const { services } = parse(compose, { merge: true }) as { services: Record<string, ComposeService> };

  test('runs Postgres, Redis, the migrations, two servers behind a proxy, and two workers', () => {
    expect(Object.keys(services)).toEqual([
      'postgres',
      'redis',
      'migrate',
      'server-1',
      'server-2',
      'worker-1',
      'worker-2',
      'proxy',
    ]);
    // Commands are programs that the build makes: `dist/server/database/migrate.js` of `server/database/migrate.ts`.
    const programs = Object.values(services).flatMap(({ command = [] }) =>
      command.flatMap((word) => /^dist\/(.+)\.js$/.exec(word)?.[1] ?? []),
    );
    expect(programs).toEqual(['server/database/migrate', 'worker/main', 'worker/main']);
    expect(programs.filter((program) => !existsSync(`${program}.ts`))).toEqual([]);
    expect(services.proxy?.environment?.TOLLGATE_SERVERS).toBe('server-1:3000 server-2:3000');
    // Only the proxy can be reached from outside.
    expect(
      Object.entries(services)
        .filter(([, { ports }]) => ports)
        .map(([name]) => name),
    ).toEqual(['proxy']);
  });

  test('has limits, read-only file systems and health checks, and a data directory for each process', () => {
    for (const [name, service] of Object.entries(services)) {
      expect([name, service.read_only]).toEqual([name, true]);
      expect(service.mem_limit).toBeDefined();
      expect(service.pids_limit).toBeGreaterThan(0);
      // Servers have that of the image.
      if (!name.startsWith('server')) expect(service.healthcheck).toBeDefined();
    }
    const volumes = Object.values(services).flatMap((service) => service.volumes ?? []);
    expect(new Set(volumes).size).toBe(volumes.length);
  });

  test('sets what programs read, and every secret comes from the file of the example', () => {
    const environment =
      readFileSync('server/core/env.ts', 'utf8') + readFileSync('scripts/start.mjs', 'utf8');
    const variables = Object.keys(services['server-1']?.environment ?? {});
    expect(variables).toContain('DATABASE_URL');
    expect(variables.filter((name) => !environment.includes(name))).toEqual([]);
    const example = readFileSync('docker/.env.example', 'utf8');
    const listed = [...example.matchAll(/^(#?)([A-Z_]+)=/gm)].map(
      ([, optional = '', name = '']) => optional + name,
    );
    const used = [...compose.matchAll(/\$\{([A-Z_]+)(:\??)/g)].map(
      ([, name = '', kind]) => (kind === ':?' ? '' : '#') + name,
    );
    // An installation behind another proxy sets these in the file as well.
    const rarely = ['#TRUSTED_PROXIES', '#PROXY_MEMORY'];
    expect(new Set(listed)).toEqual(new Set(used.filter((name) => !rarely.includes(name))));
  });
});
