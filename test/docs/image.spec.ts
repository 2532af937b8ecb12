import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

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

test('the image has the licence, its notice and those of the bundled packages', () => {
  const final = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  expect(final).toContain('COPY LICENSE NOTICE ./');
  // `npm run build` writes the notices of packages to `dist`.
  expect(final).toContain('COPY --from=build /app/dist dist');
});

test('the compose file runs Postgres, Redis, the migrations, a server and a worker', () => {
  const compose = readFileSync('docker/compose.yaml', 'utf8');
  const services = compose.slice(compose.indexOf('\nservices:\n'), compose.indexOf('\nvolumes:\n'));
  const names = [...services.matchAll(/^ {2}(\w+):$/gm)].map(([, name]) => name);
  expect(names).toEqual(['postgres', 'redis', 'migrate', 'server', 'worker']);
  // Commands are programs that the build makes: `dist/server/database/migrate.js` of `server/database/migrate.ts`.
  const programs = [...services.matchAll(/'dist\/([\w/.-]+)\.js'/g)].map(([, program]) => `${program}.ts`);
  expect(programs).toEqual(['server/database/migrate.ts', 'worker/main.ts']);
  expect(programs.filter((program) => !existsSync(program))).toEqual([]);
  // What it sets is read by the programs.
  const environment = readFileSync('server/core/env.ts', 'utf8') + readFileSync('scripts/start.mjs', 'utf8');
  const block = /\n {2}environment:\n((?: {4}.+\n)+)/.exec(compose)?.[1] ?? '';
  const variables = [...block.matchAll(/^ {4}(\w+):/gm)].map(([, name = '']) => name);
  expect(variables).toContain('DATABASE_URL');
  expect(variables.filter((name) => !environment.includes(name))).toEqual([]);
});
