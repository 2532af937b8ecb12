import { readFileSync } from 'node:fs';
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
