import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EgressClient } from '../../server/core/egress/egress-client.js';
import { readEnv } from '../../server/core/env.js';
import { repositoryAddress } from '../../server/core/version.js';
import { ReleasesService } from '../../server/status/releases.service.js';

/** The question whether there is a newer release, at a code host of the test's own. */
let host: Server;
let asked: string[] = [];
let answer: { status: number; body: string };

beforeAll(async () => {
  host = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(answer.status).end(answer.body);
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => host.close(resolve)));
beforeEach(() => {
  asked = [];
});

const repository = () => `http://127.0.0.1:${(host.address() as AddressInfo).port}/acme/tollgate`;

async function latest(at: string, allowPrivate = true, configured = '') {
  const egress = new EgressClient({ ...readEnv(), EGRESS_ALLOW_PRIVATE: allowPrivate });
  try {
    return await new ReleasesService(egress).latest(configured, at);
  } finally {
    await egress.onApplicationShutdown();
  }
}

test('the latest release is reported with its notes and its page', async () => {
  const link = 'https://code.example/acme/tollgate/releases/v9.0.0';
  answer = {
    status: 200,
    body: JSON.stringify({ tag_name: 'v9.0.0', body: '# New', html_url: link, id: 1 }),
  };
  expect(await latest(repository())).toEqual({ tag: 'v9.0.0', notes: '# New', link });
  expect(asked).toEqual(['/api/v1/repos/acme/tollgate/releases/latest']);
});

test('a configured address is asked instead of the repository', async () => {
  const link = 'https://code.example/releases/v9.0.0';
  answer = { status: 200, body: JSON.stringify({ tag_name: 'v9.0.0', html_url: link }) };
  const configured = `${new URL(repository()).origin}/latest?channel=stable`;
  expect(await latest('', true, configured)).toEqual({ tag: 'v9.0.0', notes: '', link });
  expect(await latest(repository(), true, configured)).toMatchObject({ tag: 'v9.0.0' });
  expect(asked).toEqual(['/latest?channel=stable', '/latest?channel=stable']);
});

test.each([
  ['no release yet', 404, '{}'],
  ['no JSON', 200, '<html>'],
  ['an address that is no page', 200, '{"tag_name":"v1","html_url":"javascript:alert(1)"}'],
])('%s is a check that failed', async (_, status, body) => {
  answer = { status, body };
  await expect(latest(repository())).rejects.toMatchObject({ code: 'update_check_failed' });
});

test('no private address is called, and without a repository none at all', async () => {
  await expect(latest(repository(), false)).rejects.toMatchObject({ code: 'update_check_failed' });
  await expect(latest('')).rejects.toMatchObject({ code: 'release_url_missing' });
  expect(asked).toEqual([]);
});

test.each([
  ['git+https://code.example/acme/tollgate.git', 'https://code.example/acme/tollgate'],
  [{ url: 'https://code.example/acme/tollgate/' }, 'https://code.example/acme/tollgate'],
  ['github:acme/tollgate', 'https://github.com/acme/tollgate'],
  ['git@code.example:acme/tollgate.git', ''],
  [undefined, ''],
] as const)('the repository %j of package.json is at %s', (written, address) => {
  expect(repositoryAddress(written)).toBe(address);
});
