import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Nginx } from './nginx.js';
import { expectForwarding, ProxiedUpstream } from './proxied-upstream.js';

/** Runs docker/nginx.conf in nginx, with other addresses and paths and without TLS. */
const home = mkdtempSync(join(tmpdir(), 'tollgate-nginx-'));

let nginx: Nginx;
let upstream: ProxiedUpstream;

beforeAll(async () => {
  upstream = await ProxiedUpstream.start();
  nginx = await Nginx.startExample(home, [upstream.port]);
});

afterAll(async () => {
  await nginx?.close();
  upstream?.close();
  rmSync(home, { recursive: true, force: true });
});

test('the example configuration of nginx forwards large bodies, each event of a stream at once, and WebSockets', async () => {
  await expectForwarding(nginx.url, upstream);
});
