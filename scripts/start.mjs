// Runs everything locally: the services that the environment does not provide, migrations, server and worker.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkDatabases, firstAccount } from './databases.mjs';
import { KeptRunning } from './keep-running.mjs';
import { takeLock } from './lock.mjs';
import { programEnvironment, serverOptions, workerOptions } from './node-options.mjs';
import { Services } from './services.mjs';
import {
  generatedSecret,
  makeDirectory,
  readSettings,
  root,
  servicePassword,
  Unusable,
} from './settings.mjs';

const READY_LIMIT_MS = 120_000;
const ONE_CTRL_C_MS = 500;
const READY_POLL_MS = 25;
/** Where Node 22 and newer keep compiled code, so that the next start need not compile it; a build clears it. */
const NODE_COMPILE_CACHE = path.join(root, 'dist/.compile-cache');
/** The password that the server sets on an empty database. */
const DEFAULT_ROOT_PASSWORD = '123456';

/** Everything that has to be stopped, filled during the start. */
const running = { lock: undefined, services: undefined, programs: [], migrating: undefined };
/** The newest LTS release of Node that passes all tests; also used by the image (docker/Dockerfile). */
const FASTER_NODE = 24;
let stopping;
let interruptedAt;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void interrupt());
// If npm is killed no signal arrives, so watch the parent process.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) setInterval(() => process.ppid === parent || stop(0), 500).unref();

try {
  await start();
} catch (error) {
  // Errors during a stop are expected.
  if (!stopping) {
    for (const line of error.message.split('\n')) complain(line);
    // A defect of the launcher: print the stack trace.
    if (error instanceof TypeError || error instanceof ReferenceError) console.error(error);
    await stop(1);
  }
}

async function start() {
  const { directory, environment, host, port: wantedPort, patienceMs } = await readSettings();
  makeDirectory(directory);
  running.lock = takeLock(directory);
  // Wait for programs of a killed launcher: they are stopping, but still use the port and the databases.
  await running.lock.endInherited(patienceMs, report);
  const port = await openPort(host, wantedPort);
  environment.TOLLGATE_SECRET ??= generatedSecret(directory);
  await checkDatabases(environment);
  const env = { ...environment, ...(await startServices(directory, environment)), PORT: String(port) };
  report('bringing the database up to date');
  await migrate(env);
  report('starting server and worker');
  const url = `http://${reachable(host)}:${port}`;
  await Promise.all([
    startProgram('server', serverOptions, env, patienceMs, (child) => ready(child, url)),
    startProgram('worker', workerOptions, env, patienceMs),
  ]);
  if (stopping) return;
  running.lock.record({ url });
  recommendNode();
  welcome(url, await firstSignIn(env));
}

/** @returns {Promise<Record<string, string>>} addresses of the started services */
async function startServices(directory, environment) {
  const needed = { postgres: !environment.DATABASE_URL, redis: !environment.REDIS_URL };
  if (!needed.postgres && !needed.redis) return {};
  report(`starting ${names(needed)} (data in ${directory})`);
  const password = servicePassword(directory);
  running.services = new Services({
    directory,
    lasting: true,
    password,
    needed,
    report: complain,
    changed: record,
  });
  await running.services.start();
  running.lock.record({ env: running.services.env });
  for (const program of running.services.programs) void program.givenUp.then(giveUp);
  return running.services.env;
}

function startProgram(name, options, env, patienceMs, ready) {
  const program = new KeptRunning({
    name,
    launch: () => launch(`dist/${name}/main.js`, env, options),
    ready,
    ending: { signal: 'SIGTERM', patienceMs, last: 'SIGKILL' },
    report: complain,
    changed: record,
  });
  running.programs.push(program);
  void program.givenUp.then(giveUp);
  return program.start();
}

/**
 * Returns the port the server will listen on, after trying it: a clear message is better than a server that keeps failing.
 */
async function openPort(host, requestedPort) {
  const probe = net.createServer();
  try {
    probe.listen(requestedPort, host);
    await once(probe, 'listening');
  } catch (error) {
    const reasons = {
      EADDRINUSE: `PORT: ${requestedPort} is used by another program on ${host}: stop that one, or set PORT`,
      EACCES: `PORT: no right to listen on ${requestedPort}: choose one above 1023`,
      EADDRNOTAVAIL: `HOST: ${host} is no address of this machine`,
      ENOTFOUND: `HOST: ${host} is not known`,
    };
    throw new Unusable([
      reasons[error.code] ?? `cannot listen on ${host}, port ${requestedPort}: ${error.message}`,
    ]);
  }
  const { port } = probe.address();
  await new Promise((done) => probe.close(done));
  return port;
}

/** Programs get their own process groups, so that Ctrl-C reaches only the launcher, which stops them in order. */
function launch(script, env, options = []) {
  return spawn(process.execPath, [...options, '--import', './scripts/follow.mjs', script], {
    cwd: root,
    env: { NODE_COMPILE_CACHE, ...programEnvironment, ...env },
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

async function migrate(env) {
  running.migrating = launch('dist/server/database/migrate.js', env);
  const [code] = await once(running.migrating, 'exit');
  running.migrating = undefined;
  if (code !== 0) throw new Unusable(['the database could not be brought up to date (see above)']);
}

/** Waits until the server reports that it is ready. */
async function ready(child, url) {
  for (const end = Date.now() + READY_LIMIT_MS; Date.now() < end; await sleep(READY_POLL_MS)) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Unusable(['the server ended before it was ready (see above)']);
    if (await serves(url)) return;
  }
  throw new Unusable([`the server does not answer after ${READY_LIMIT_MS / 1000} s`]);
}

/** False while it is not listening yet or too slow. */
async function serves(url) {
  try {
    const { ok, body } = await fetch(`${url}/api/health/ready`, { signal: AbortSignal.timeout(2000) });
    await body?.cancel();
    return ok;
  } catch {
    return false;
  }
}

/** Updates the lock file, so that the next start finds the processes of a killed launcher. */
function record() {
  const children = running.programs.map((program) => program.recorded).filter(Boolean);
  running.lock?.record({ children });
}

/** @returns {Promise<string | undefined>} the first account and password, while they are unchanged */
async function firstSignIn({ DATABASE_URL, INITIAL_ROOT_PASSWORD }) {
  const account = await firstAccount(DATABASE_URL, INITIAL_ROOT_PASSWORD ?? DEFAULT_ROOT_PASSWORD);
  if (!account) return undefined;
  const password = INITIAL_ROOT_PASSWORD ? 'the INITIAL_ROOT_PASSWORD you set' : DEFAULT_ROOT_PASSWORD;
  return `${account} / ${password}  (change it after signing in)`;
}

function welcome(url, signIn) {
  console.log(`
  Tollgate is ready   ${url}${signIn ? `\n  First sign-in       ${signIn}` : ''}
  Try it              curl ${url}/api/status
  Stop it             Ctrl-C
`);
}

/** Measured with npm run bench; see the README. */
function recommendNode() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < FASTER_NODE)
    report(`this is Node ${process.versions.node}: Node ${FASTER_NODE} needs up to a quarter less CPU`);
}

function reachable(host) {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

function names(needed) {
  return [needed.postgres && 'Postgres', needed.redis && 'Redis'].filter(Boolean).join(' and ');
}

/** npm forwards the terminal's Ctrl-C although it has arrived directly, so only a later one counts as a second one. */
async function interrupt() {
  interruptedAt ??= Date.now();
  if (Date.now() - interruptedAt > ONE_CTRL_C_MS) for (const program of running.programs) program.kill();
  await stop(0);
}

function giveUp(reason) {
  complain(`${reason}; giving up`);
  return stop(1);
}

/** Stops everything in order: requests, jobs, Redis, Postgres. */
function stop(code) {
  stopping ??= (async () => {
    if (running.programs.length) report('stopping (again to skip waiting for open requests)');
    running.migrating?.kill('SIGTERM');
    await Promise.all(running.programs.map((program) => program.stop()));
    await running.services?.stop();
    running.lock?.release();
    process.exit(code);
  })();
  return stopping;
}

function report(line) {
  console.log(`tollgate: ${line}`);
}

function complain(line) {
  console.error(`tollgate: ${line}`);
}
