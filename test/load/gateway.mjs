// The gateway as it is run: its own Postgres and Redis, server and worker, set up through the management API.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { Services } from '../../scripts/services.mjs';
import { cases } from './cases.mjs';
import { endProcess, root, startNode, treeCpuSeconds } from './processes.mjs';
import { freePort, listening } from './targets.mjs';

/** Loaded into the server, to be asked for its memory figures. */
const PROBE = pathToFileURL(path.join(import.meta.dirname, 'heap-probe.mjs')).href;
const QUOTA = 1_000_000_000_000;
const POSTING_LIMIT_MS = 120_000;
/** Longer than the worker ever waits between two batches. */
const POSTING_PAUSE_MS = 1500;

/**
 * @param {number} upstreamPort
 * @param {{
 *   name?: string, profileDirectory?: string, modules?: boolean, checkout?: string, node?: string, processes?: number,
 *   pinned?: boolean, refuses?: boolean,
 * }} options `checkout`: directory of another built checkout; `node`: path of another Node binary; `processes`: of the server;
 *   `modules`: runs the single modules instead of the bundles; `refuses`: whether it refuses requests when it is overloaded
 * @returns {Promise<import('./targets.mjs').Target & {
 *   parts: () => import('./system-cost.mjs').PartSeconds, posted: () => Promise<void>, charged: () => Promise<number>,
 * }>} `parts`: CPU time of the parts so far; `posted`: once the journal is empty; `charged`: quota taken from the account so
 *   far, once everything is posted
 */
export async function gateway(
  upstreamPort,
  {
    name = 'gateway',
    profileDirectory,
    modules = profileDirectory !== undefined,
    checkout,
    node,
    processes = 1,
    pinned = true,
    refuses = false,
  } = {},
) {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-'));
  fs.chmodSync(directory, 0o711);
  const services = new Services({
    directory,
    lasting: true,
    password: randomBytes(12).toString('hex'),
    needed: { postgres: true, redis: true },
    report: (line) => console.error(line),
  });
  const children = [];
  let redis;
  const stop = async () => {
    redis?.disconnect();
    for (const child of children) await endProcess(child);
    await services.stop();
    fs.rmSync(directory, { recursive: true, force: true });
  };
  try {
    await services.start();
    const port = await freePort();
    const env = {
      ...process.env,
      ...services.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      WEB_CONCURRENCY: String(processes),
      // Most benchmarks saturate the process, and count every refusal as a failure.
      ...(!refuses && { MAX_EVENT_LOOP_DELAY: '0' }),
      TOLLGATE_DATA_DIR: directory,
      TOLLGATE_SECRET: randomBytes(32).toString('hex'),
    };
    const migration = startNode(['dist/server/database/migrate.js'], { env, directory: checkout, node });
    const [code] = await once(migration, 'exit');
    if (code !== 0) throw new Error(`the migration ended with ${code}`);
    // Of the measured checkout: Node options are a part of what is compared.
    const { serverOptions, workerOptions } = await import(
      pathToFileURL(path.join(checkout ?? root, 'scripts/node-options.mjs')).href
    );
    const profiling = (program) =>
      profileDirectory
        ? ['--cpu-prof', `--cpu-prof-name=${program}.cpuprofile`, '--cpu-prof-interval=500'].concat(
            `--cpu-prof-dir=${profileDirectory}`,
          )
        : [];
    // A profile names modules, which the bundles no longer have.
    const built = modules ? 'dist/modules' : 'dist';
    const server = startNode(
      [...profiling('server'), ...serverOptions, '--import', PROBE, `${built}/server/main.js`],
      {
        env,
        measured: pinned,
        quiet: true,
        directory: checkout,
        node,
      },
    );
    children.push(server);
    const worker = startNode([...profiling('worker'), ...workerOptions, `${built}/worker/main.js`], {
      env,
      quiet: true,
      directory: checkout,
      node,
    });
    children.push(worker);
    await listening(server, port);
    const setup = await setUp(`http://127.0.0.1:${port}`, upstreamPort);
    redis = new Redis(services.env.REDIS_URL, { lazyConnect: true });
    await redis.connect();
    return {
      name,
      port,
      pid: server.pid,
      process: server,
      parts: () => ({
        server: treeCpuSeconds(server.pid),
        redis: treeCpuSeconds(services.redis.recorded.pid),
        postgres: treeCpuSeconds(services.postgres.recorded.pid),
        worker: treeCpuSeconds(worker.pid),
      }),
      posted: () => journalEmpty(redis),
      headers: { authorization: `Bearer sk-${setup.key}` },
      charged: setup.charged,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @param {Redis} redis */
async function journalEmpty(redis) {
  for (const end = Date.now() + POSTING_LIMIT_MS; Date.now() < end; await sleep(50))
    if ((await redis.xlen('tollgate:journal')) === 0) return;
  throw new Error(`the journal was not posted within ${POSTING_LIMIT_MS / 1000} s`);
}

/** Root's account with plenty of quota, one channel to the upstream, one token. */
async function setUp(url, upstreamPort) {
  const session = { cookie: '', user: '' };
  const call = async (method, where, body) => {
    const response = await fetch(url + where, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(session.user && { cookie: session.cookie, 'new-api-user': session.user }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (!answer.success) throw new Error(`${method} ${where}: ${response.status} ${answer.message}`);
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
    if (cookies.length > 0) session.cookie = cookies.join('; ');
    return answer.data;
  };

  const account = await call('POST', '/api/user/login', { username: 'root', password: '123456' });
  session.user = String(account.id);
  await call('PUT', '/api/user/', {
    id: account.id,
    username: account.username,
    display_name: account.display_name,
    group: account.group,
    quota: QUOTA,
  });
  for (const [type, words] of [
    [1, (upstream) => upstream !== 'messages'],
    [14, (upstream) => upstream === 'messages'],
  ])
    await call('POST', '/api/channel/', {
      type,
      name: 'benchmark',
      key: 'upstream-key',
      base_url: `http://127.0.0.1:${upstreamPort}`,
      models: [...new Set(cases.filter(({ upstream }) => words(upstream)).map(({ model }) => model))].join(
        ',',
      ),
      group: 'default',
    });
  await call('POST', '/api/token/', { name: 'benchmark', expired_time: -1, unlimited_quota: true });
  const [token] = await call('GET', '/api/token/?p=0&size=10');

  const quota = async () => (await call('GET', '/api/user/self')).quota;
  const before = await quota();
  return {
    key: token.key,
    /** Waits until the balance has stopped falling: everything is posted. */
    charged: async () => {
      let last = await quota();
      for (const end = Date.now() + POSTING_LIMIT_MS; Date.now() < end;) {
        await sleep(POSTING_PAUSE_MS);
        const now = await quota();
        if (now === last) return before - now;
        last = now;
      }
      throw new Error(`the journal was not posted within ${POSTING_LIMIT_MS / 1000} s`);
    },
  };
}
