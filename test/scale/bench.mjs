// The promise of the lists: at most 50 ms on a million users, a million tokens and ten million rows of the log.
//   npm run bench:db -- [--rows 10000000] [--runs 20] [--only log] [--plans | --no-explain] [--ahead] [--no-rankings] [--out file.json]
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { Services } from '../../scripts/services.mjs';
import { startNode } from '../load/processes.mjs';
import { goAhead } from './ahead.mjs';
import { explain, listen } from './plans.mjs';
import { questions } from './questions.mjs';
import { OWNER_ID, ROOT_ID, seed, sizes } from './seed.mjs';

const { values: options } = parseArgs({
  allowNegative: true,
  options: {
    rows: { type: 'string', default: '10000000' },
    runs: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
    plans: { type: 'boolean', default: false },
    explain: { type: 'boolean', default: true },
    ahead: { type: 'boolean', default: false },
    rankings: { type: 'boolean', default: true },
    out: { type: 'string' },
  },
});
/** Where the build put a file of the server; computed, so that the type check does not read what was built. */
const built = (file) => new URL(`../../dist/modules/server/${file}`, import.meta.url).href;
const LIMIT_MS = 50;
const WARM_RUNS = 3;
/** Disk that one row of the log takes with its indexes and its share of the other tables, with room to build them. */
const BYTES_PER_ROW = 2000;
const PASSWORD = 'password of the benchmark';
const rows = Number(options.rows);
const runs = Number(options.runs);

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-db-'));
fs.chmodSync(directory, 0o711);
const services = new Services({
  directory,
  lasting: false,
  password: randomBytes(12).toString('hex'),
  needed: { postgres: true, redis: true },
  report: say,
});
let app;
let ending;

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
])
  process.on(signal, () => void stop().then(() => process.exit(code)));
try {
  await main();
} finally {
  await stop();
}

async function main() {
  checkDisk();
  await services.start();
  Object.assign(process.env, services.env, {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    TOLLGATE_DATA_DIR: path.join(directory, 'data'),
    TOLLGATE_SECRET: randomBytes(32).toString('hex'),
    GLOBAL_API_RATE_LIMIT: '0',
    CRITICAL_RATE_LIMIT: '0',
  });
  await prepareDatabase();
  const { createApp } = await import(built('app.js'));
  const { getDataSourceToken } = await import('@nestjs/typeorm');
  app = await createApp();
  await app.listen(0, '127.0.0.1');
  if (options.ahead) goAhead();
  const statements = listen(app.get(getDataSourceToken()));
  await measureAll(await app.getUrl(), statements);
}

async function prepareDatabase() {
  const migration = startNode(['dist/server/database/migrate.js'], { quiet: true });
  const [code] = await once(migration, 'exit');
  if (code !== 0) throw new Error(`the migration ended with ${code}`);
  const { hashPassword } = await import(built('users/passwords/passwords.js'));
  const { Vault } = await import(built('core/crypto.js'));
  await seed({
    url: process.env.DATABASE_URL,
    rows,
    password: await hashPassword(PASSWORD),
    sealedKey: new Vault(process.env.TOLLGATE_SECRET).seal(randomBytes(24).toString('hex')),
    say,
  });
}

async function measureAll(url, statements) {
  const people = {
    root: await signIn(url, 'root', ROOT_ID),
    owner: await signIn(url, 'owner', OWNER_ID),
  };
  const db = new pg.Client(process.env.DATABASE_URL);
  await db.connect();
  const results = [];
  const load = [loadAverage()];
  try {
    for (const question of questions(sizes(rows))) {
      if (!question.name.includes(options.only)) continue;
      const ask = () => answer(url, people[question.as], question);
      if (question.body) await prepareCosts(() => answer(url, people[question.as], byModel(question)));
      const result = await measure(question, ask);
      results.push(result);
      say(`${result.name}: ${result.p50.toFixed(1)} ms`);
      result.plans = [];
      if (options.explain)
        for (const statement of await statements.during(ask)) result.plans.push(await explain(db, statement));
    }
  } finally {
    await db.end();
  }
  load.push(loadAverage());
  print(results, load);
  if (options.out) fs.writeFileSync(options.out, JSON.stringify(results, null, 2));
  if (results.some(({ p95, limitMs }) => p95 > limitMs)) process.exitCode = 1;
}

/** What a worker does within minutes after costs were first asked for by the days of a time zone. */
async function prepareCosts(ask) {
  await ask();
  const { UsageDays } = await import(built('billing/usage-hours/usage-days.service.js'));
  const days = app.get(UsageDays, { strict: false });
  while ((await days.carryOut()) > 0);
  if (!options.rankings) return;
  const { CostRankings } = await import(built('billing/costs/rankings/cost-rankings.service.js'));
  const rankings = app.get(CostRankings, { strict: false });
  const startedAt = performance.now();
  let made = 0;
  for (let now = 0; (now = await rankings.carryOut()) > 0;) made += now;
  if (made > 0) say(`${made} rankings made in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

/** Another question of the same days, so that the first time of the measured one is that of a process that has not answered it. */
function byModel(question) {
  return { ...question, body: { ...question.body, by: 'model', then_by: undefined, series: undefined } };
}

async function measure({ name, as, path: asked, limitMs = LIMIT_MS }, ask) {
  const first = await ask();
  for (let run = 1; run < WARM_RUNS; run++) await ask();
  const times = [];
  let last = first;
  for (let run = 0; run < runs; run++) {
    last = await ask();
    times.push(last.ms);
  }
  times.sort((one, other) => one - other);
  const at = (share) => times[Math.min(times.length - 1, Math.ceil(times.length * share) - 1)];
  return {
    name,
    as,
    path: asked,
    limitMs,
    first: first.ms,
    p50: at(0.5),
    p95: at(0.95),
    rows: last.rows,
    total: last.total,
  };
}

async function answer(url, headers, { name, path: asked, body: sent }) {
  const begun = performance.now();
  const response = await fetch(
    url + asked,
    sent
      ? {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(sent),
        }
      : { headers },
  );
  const text = await response.text();
  const ms = performance.now() - begun;
  const body = JSON.parse(text);
  if (response.status !== 200 || !body.success)
    throw new Error(`${name}: ${response.status} ${text.slice(0, 300)}`);
  const items = Array.isArray(body.data) ? body.data : (body.data.items ?? body.data.rows);
  return { ms, rows: items?.length ?? 1, total: body.total ?? body.data.total };
}

async function signIn(url, username, id) {
  const response = await fetch(`${url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: PASSWORD }),
  });
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  if (response.status !== 200 || cookie === '')
    throw new Error(`${username} cannot sign in: ${await response.text()}`);
  return { cookie, 'new-api-user': String(id) };
}

/** @param load of the last minute, before and after: what else runs on the machine makes everything slower */
function print(results, load) {
  console.log(
    `${machine()}; ${rows} rows in the log; ${runs} runs each, warm; load average ${load.join(' before, ')} after${options.ahead ? ', ahead of other work' : ''}\n`,
  );
  console.log(
    '| request | by | p50 ms | p95 ms | first ms | rows | total | in time |\n|---|---|--:|--:|--:|--:|--:|---|',
  );
  for (const { name, as, p50, p95, first, rows: found, total, limitMs } of results)
    console.log(
      `| ${name} | ${as} | ${p50.toFixed(1)} | ${p95.toFixed(1)} | ${first.toFixed(1)} | ${found} | ${total ?? ''} | ${p95 <= limitMs ? 'yes' : 'NO'} |`,
    );
  if (!options.explain) return;
  console.log('\nHow Postgres answers:\n');
  for (const { name, path: asked, plans } of results) {
    console.log(`${name} (${asked})`);
    for (const { summary, full } of plans) console.log(options.plans ? full : summary);
  }
}

function checkDisk() {
  const { bavail, bsize } = fs.statfsSync(directory);
  const neededBytes = rows * BYTES_PER_ROW;
  if (bavail * bsize < neededBytes)
    throw new Error(`${(neededBytes / 1e9).toFixed(0)} GB are needed in ${os.tmpdir()}: give fewer --rows`);
}

function machine() {
  return `${os.cpus().length} cores, ${Math.round(os.totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
}

function loadAverage() {
  return os.loadavg()[0].toFixed(1);
}

function say(line) {
  process.stderr.write(`${line}\n`);
}

function stop() {
  ending ??= end();
  return ending;
}

async function end() {
  try {
    await app?.close();
    await services.stop();
  } finally {
    fs.rmSync(directory, { recursive: true, force: true });
  }
}
