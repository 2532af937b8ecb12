import { readdirSync, readFileSync } from 'node:fs';

/** Where cookies are read and set, with the prefix, the attributes and the former names. */
const PLACE = 'server/core/http/access/cookies.ts';
const COOKIE = /\.(?:setCookie|clearCookie)\(|\bcookies\[|\.cookies\b/;

const files = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .map((file) => `server/${file}`)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'));

test('cookies are read and set in one place, so that each has the prefix and attributes of the others', () => {
  const using = files.filter((file) =>
    COOKIE.test(readFileSync(file, 'utf8').replaceAll(/\/\*[^]*?\*\//g, '')),
  );
  expect(using).toEqual([PLACE]);
});
