// What is measured: each target is a process with a port, and the request head it wants.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { endProcess, startNode, messageOf } from './processes.mjs';

const PEER = '@portkey-ai/gateway';
const PEER_VERSION = '1.15.2';
/** The newest that the peer's range allows breaks its streams: it hands on the frozen headers of a fetched answer. */
const PEER_OVERRIDES = { '@hono/node-server': '1.13.8' };

const START_LIMIT_MS = 60_000;

/**
 * @typedef {{
 *   name: string, port: number, pid: number | undefined, headers: Record<string, string>, chatOnly?: boolean,
 *   stop: () => Promise<void>,
 * }} Target `pid` is undefined where there is nothing in between
 */

/** No proxy at all: what the upstream and the load generator cost by themselves. @returns {Target} */
export function direct(upstreamPort) {
  return {
    name: 'direct',
    port: upstreamPort,
    pid: undefined,
    headers: {},
    stop: () => Promise.resolve(),
  };
}

/** @returns {Promise<Target>} */
export async function bareProxy(upstreamPort) {
  const child = startNode(['test/load/bare-proxy.mjs', String(upstreamPort)], { measured: true });
  const port = await messageOf(child, 'port');
  return { name: 'bare proxy', port, pid: child.pid, headers: {}, stop: () => endProcess(child) };
}

/** The bare proxy with ends of its own, see wire-ends.mjs. @returns {Promise<Target[]>} */
export function wireEnds(upstreamPort) {
  const sides = [
    ['socket', 'undici'],
    ['node', 'socket'],
    ['socket', 'socket'],
  ];
  return Promise.all(
    sides.map(async ([server, client]) => {
      const child = startNode(['test/load/wire-ends.mjs', String(upstreamPort), server, client], {
        measured: true,
      });
      const port = await messageOf(child, 'port');
      const name = `${server} to ${client}`;
      return { name, port, pid: child.pid, headers: {}, stop: () => endProcess(child) };
    }),
  );
}

/** Another gateway, from the registry, unchanged. @returns {Promise<Target>} */
export async function peer(upstreamPort) {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'peer-'));
  const manifest = { private: true, dependencies: { [PEER]: PEER_VERSION }, overrides: PEER_OVERRIDES };
  fs.writeFileSync(path.join(directory, 'package.json'), JSON.stringify(manifest));
  const install = ['install', '--prefix', directory, '--no-audit', '--no-fund', '--ignore-scripts'];
  const { status, stderr } = spawnSync('npm', install, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm install ${PEER} failed: ${stderr}`);
  const port = await freePort();
  const program = path.join(directory, 'node_modules', PEER, 'build/start-server.js');
  const child = startNode([program, `--port=${port}`, '--headless'], { measured: true, quiet: true });
  await listening(child, port);
  return {
    name: `${PEER} ${PEER_VERSION}`,
    port,
    pid: child.pid,
    // To an upstream that speaks the OpenAI protocol, which is what its custom host is.
    chatOnly: true,
    headers: {
      authorization: 'Bearer key',
      'x-portkey-provider': 'openai',
      'x-portkey-custom-host': `http://127.0.0.1:${upstreamPort}/v1`,
    },
    stop: async () => {
      await endProcess(child);
      fs.rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Resolves when the program listens on the port. */
export async function listening(child, port) {
  for (const end = Date.now() + START_LIMIT_MS; ; await sleep(100)) {
    const socket = net.connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return;
    } catch (error) {
      if (Date.now() > end || child.exitCode !== null)
        throw new Error(`${child.spawnargs.at(-1)} does not listen on port ${port}`, { cause: error });
    } finally {
      socket.destroy();
    }
  }
}

export async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}
