import { readFileSync } from 'node:fs';
import { satisfies } from 'semver';

interface Package {
  readonly engines?: { readonly node?: string };
  readonly optional?: boolean;
}

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as unknown;
const { engines } = read('package.json') as Package;
const { packages } = read('package-lock.json') as { packages: Record<string, Package> };

test('every package works with the oldest Node that package.json allows', () => {
  const oldest = /\d+\.\d+\.\d+/.exec(engines?.node ?? '')?.[0] ?? '';
  expect(oldest).toMatch(/^20\./);
  const newer = Object.entries(packages).filter(
    ([, one]) => one.optional !== true && !satisfies(oldest, one.engines?.node ?? '*'),
  );
  expect(newer.map(([name, one]) => `${name}: ${one.engines?.node}`)).toEqual([]);
});
