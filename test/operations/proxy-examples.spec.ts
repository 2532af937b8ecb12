import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProxy } from '../../scripts/proxies.mjs';
import { freePort } from '../../scripts/service-home.mjs';
import { until } from '../setup/until.js';
import { expectForwarding, ProxiedUpstream } from './proxied-upstream.js';

/** Runs the example configurations of HAProxy and Caddy, with other addresses and without TLS. */
interface Example {
  readonly proxy: string;
  readonly file: string;
  /** The example with these addresses. */
  readonly adapted: (text: string, port: number, servers: readonly number[]) => string;
  readonly args: (file: string) => string[];
  /** Caddy does not pass on what an unknown client claims. */
  readonly forwardedFor: string;
}

const EXAMPLES: readonly Example[] = [
  {
    proxy: 'haproxy',
    file: 'docker/haproxy.cfg',
    adapted: (text, port, servers) =>
      text
        .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`)
        .replace(
          /(?: {2}server server-\d 10\.0\.0\.\d+:3000\n)+/,
          servers.map((one) => `  server server-${one} 127.0.0.1:${one}\n`).join(''),
        ),
    args: (file) => ['-db', '-f', file],
    forwardedFor: '203.0.113.9, 127.0.0.1',
  },
  {
    proxy: 'caddy',
    file: 'docker/Caddyfile',
    adapted: (text, port, servers) =>
      // Its own interface would listen on a fixed port.
      `{\n\tadmin off\n}\n${text}`
        .replace('{$SITE_ADDRESS::8080}', `http://127.0.0.1:${port}`)
        .replace(/\{\$TOLLGATE_SERVERS:[^}]*\}/, servers.map((one) => `127.0.0.1:${one}`).join(' ')),
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
    forwardedFor: '127.0.0.1',
  },
];

const home = mkdtempSync(join(tmpdir(), 'tollgate-proxies-'));
const running: ChildProcess[] = [];

afterAll(async () => {
  for (const child of running) {
    if (child.exitCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  rmSync(home, { recursive: true, force: true });
});

/** @returns the address of the proxy once it forwards requests */
async function start({ proxy, file, adapted, args }: Example, servers: readonly number[]): Promise<string> {
  const port = await freePort();
  const configuration = join(home, `${proxy}-${port}`);
  writeFileSync(configuration, adapted(readFileSync(file, 'utf8'), port, servers));
  const child = spawn(findProxy(proxy)!, args(configuration), {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, HOME: home },
  });
  running.push(child);
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const url = `http://127.0.0.1:${port}`;
  await until(
    async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.status === 200,
    () => output,
  );
  return url;
}

for (const example of EXAMPLES) {
  const { proxy, forwardedFor } = example;
  /** Skipped where neither npm test nor anyone else could install it. */
  const testProxy = findProxy(proxy) ? test : test.skip;

  testProxy(
    `the example configuration of ${proxy} forwards large bodies, each event of a stream at once, and WebSockets`,
    async () => {
      const upstream = await ProxiedUpstream.start();
      try {
        await expectForwarding(await start(example, [upstream.port]), upstream, forwardedFor);
      } finally {
        upstream.close();
      }
    },
  );

  testProxy(`${proxy} loses no request while a server stops, and when it refuses connections`, async () => {
    const servers = [await ProxiedUpstream.start(), await ProxiedUpstream.start()];
    try {
      const url = await start(
        example,
        servers.map(({ port }) => port),
      );
      const send = () => fetch(url, { method: 'POST', body: '{}' }).then(({ status }) => status);
      for (let number = 0; number < 10; number++) expect(await send()).toBe(200);
      servers[0]!.isReady = false;
      await until(async () => {
        const before = servers[0]!.requests;
        for (let number = 0; number < 30; number++) expect(await send()).toBe(200);
        return servers[0]!.requests === before;
      });
      servers[0]!.close();
      for (let number = 0; number < 20; number++) expect(await send()).toBe(200);
      expect(servers[1]!.requests).toBeGreaterThanOrEqual(20);
    } finally {
      for (const one of servers) one.close();
    }
  });
}
