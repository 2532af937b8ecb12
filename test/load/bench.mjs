// The CPU promise: one run, same upstream and load, through a bare proxy, the gateway with everything on, and a peer.
//   npm run bench -- [--peer] [--only bare,gateway] [--cases JSON,burst] [--seconds 8] [--warm 10] [--connections 50]
//                    [--no-latency] [--soak 300] [--profile directory] [--out file.json]
//   npm run bench -- --baseline directory [--rounds 8] [--cases …]: this checkout against another built one, in turns
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { cases, pathOf, requestBody } from './cases.mjs';
import { gateway } from './gateway.mjs';
import {
  cpuSeconds,
  endProcess,
  leaveMeasuredCore,
  residentMiB,
  startNode,
  messageOf,
} from './processes.mjs';
import { comparisonTable, costTable, latencyTable, soakTable } from './report.mjs';
import { bareProxy, direct, peer } from './targets.mjs';

const { values: options } = parseArgs({
  allowNegative: true,
  options: {
    peer: { type: 'boolean', default: false },
    only: { type: 'string', default: 'bare,gateway,peer' },
    cases: { type: 'string', default: '' },
    seconds: { type: 'string', default: '8' },
    warm: { type: 'string', default: '10' },
    connections: { type: 'string', default: '50' },
    latency: { type: 'boolean', default: true },
    soak: { type: 'string' },
    profile: { type: 'string' },
    out: { type: 'string' },
    baseline: { type: 'string' },
    rounds: { type: 'string', default: '8' },
  },
});
const measureMs = Number(options.seconds) * 1000;
const warmMs = Number(options.warm) * 1000;
const connections = Number(options.connections);
const CASE_WARM_MS = 1000;
const PACED_CONNECTIONS = 4;
const SOAK_SAMPLE_MS = 10_000;
/** Half of what the slowest measured target can do on one core, at most this. */
const HALF_LOAD_LIMIT = 20_000;
/** Windows of a comparison are short, so that both checkouts meet the same phases of a shared machine. */
const COMPARED_WINDOW_MS = 2000;
/** Share of the slower one's full speed, so that both serve the same rate. */
const COMPARED_LOAD = 0.6;

const pinned = leaveMeasuredCore();
const upstream = startNode(['test/load/upstream.mjs']);
const clients = startNode(['test/load/clients.mjs']);
const targets = [];
const result = {
  date: new Date().toISOString(),
  machine: machine(),
  measurements: [],
  latency: [],
  soak: [],
  comparisons: [],
};
let stopping = false;

process.on('SIGINT', () => void stop().then(() => process.exit(130)));
process.on('SIGTERM', () => void stop().then(() => process.exit(143)));
try {
  await main();
} finally {
  await stop();
}

async function main() {
  console.log(`${result.machine}\n`);
  const upstreamPort = await messageOf(upstream, 'port');
  const wanted = options.only.split(',');
  if (options.baseline) return compareWith(path.resolve(options.baseline), upstreamPort);
  if (wanted.includes('bare')) targets.push(await bareProxy(upstreamPort));
  if (wanted.includes('gateway'))
    targets.push(await gateway(upstreamPort, { profileDirectory: options.profile }));
  if (options.peer && wanted.includes('peer')) targets.push(await peer(upstreamPort));
  const chosen = chosenCases();
  for (const each of chosen) for (const target of serving(each)) await probe(target, each);

  if (options.soak) await soak(Number(options.soak));
  else {
    for (const target of targets) {
      await load(target, chosen[0], { connections, warmMs: 0, measureMs: warmMs });
      await target.charged?.();
    }
    for (const each of chosen) {
      for (const target of serving(each)) await measure(target, each);
      await measureFloorAtTheirLoad(each);
    }
    console.log(`${costTable(result.measurements)}\n`);
    if (options.latency) {
      await measureLatency(upstreamPort, chosen[0]);
      console.log(`Latency at half load, ${chosen[0].name}:\n\n${latencyTable(result.latency)}\n`);
    }
  }
  await checkCharges();
  if (options.out) fs.writeFileSync(options.out, JSON.stringify(result, null, 2));
}

function chosenCases() {
  return cases.filter(({ name }) => options.cases.split(',').some((part) => name.includes(part)));
}

/**
 * Virtual machines change their speed by a third within minutes, which hides small differences between two runs. Here
 * both checkouts run at once and are measured in turns at the same rate; the median of the rounds' ratios counts.
 */
async function compareWith(checkout, upstreamPort) {
  targets.push(await gateway(upstreamPort, { checkout }), await gateway(upstreamPort));
  for (const each of chosenCases()) for (const target of targets) await probe(target, each);
  for (const target of targets) await load(target, cases[0], { connections, warmMs: 0, measureMs: warmMs });
  for (const each of chosenCases()) {
    const comparison = await compare(each);
    result.comparisons.push(comparison);
    process.stderr.write(`${comparisonTable([comparison]).split('\n').at(-1)}\n`);
  }
  console.log(`${comparisonTable(result.comparisons)}\n`);
  for (const target of targets) {
    const charged = await target.charged();
    if (charged !== target.expected)
      throw new Error(`${target.name} charged ${charged}, not ${target.expected}`);
  }
}

async function compare(each) {
  const cost = async (target, shape) => {
    const { total, seconds, before, after } = await load(target, each, {
      connections: each.paced ? connections * PACED_CONNECTIONS : connections,
      warmMs: CASE_WARM_MS,
      measureMs: COMPARED_WINDOW_MS,
      window: () => cpuSeconds(target.pid),
      ...shape,
    });
    return { cpuMicros: ((after - before) * 1e6) / total.count, perSecond: total.count / seconds };
  };
  const speeds = [];
  for (const target of targets) speeds.push((await cost(target, {})).perSecond);
  const shape = each.paced ? {} : { rate: Math.min(...speeds) * COMPARED_LOAD };
  const rounds = [];
  for (let round = 0; round < Number(options.rounds); round++) {
    const micros = {};
    for (const target of round % 2 === 0 ? targets : targets.toReversed())
      micros[target.name] = (await cost(target, shape)).cpuMicros;
    rounds.push(micros);
  }
  return { case: each.name, rounds };
}

function serving({ client = 'chat' }) {
  return targets.filter(({ chatOnly }) => !chatOnly || client === 'chat');
}

/** A target that does not pass on the whole answer need not be measured. */
async function probe(target, each) {
  await counted(target, each, () => ask(target, each));
}

async function ask(target, each) {
  const response = await fetch(`http://127.0.0.1:${target.port}${pathOf(each)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...target.headers },
    body: requestBody(each),
  });
  const text = await response.text();
  const complete =
    /"(total|output)_tokens":(70|50)/.test(text) &&
    (!each.stream || /\[DONE\]|message_stop|"total_tokens":70\}/.test(text.slice(-64)));
  if (response.status !== 200 || !complete)
    throw new Error(`${target.name}, ${each.name}: ${response.status} ${text.slice(0, 300)}`);
}

/** Does something with a target, and remembers what it should have been charged for it. */
async function counted(target, each, work) {
  const before = await servedByUpstream(each);
  const result = await work();
  target.expected = (target.expected ?? 0) + ((await servedByUpstream(each)) - before) * each.quota;
  return result;
}

async function servedByUpstream({ model }) {
  const served = messageOf(upstream, 'served');
  upstream.send({});
  return (await served)[model];
}

/** Runs the load once; `window` is called at the start and at the end of the measured time. */
function load(target, each, options) {
  return counted(target, each, () => run(target, each, options));
}

async function run(target, each, { window = () => undefined, ...shape }) {
  const body = requestBody(each);
  const headers = {
    host: '127.0.0.1',
    'content-type': 'application/json',
    'content-length': String(body.length),
    ...target.headers,
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = `POST ${pathOf(each)} HTTP/1.1\r\n${head.join('')}\r\n${body}`;
  const measuring = messageOf(clients, 'measuring');
  const measured = messageOf(clients, 'measured');
  const ended = messageOf(clients, 'ended');
  clients.send({ port: target.port, request, ...shape });
  await measuring;
  const before = window();
  const times = await measured;
  const after = window();
  return { ...times, ...(await ended), before, after };
}

async function measure(target, each) {
  const shape = {
    // Paced streams mostly wait: more of them, to have something to measure.
    connections: each.paced ? connections * PACED_CONNECTIONS : connections,
    warmMs: CASE_WARM_MS,
    measureMs,
  };
  const { seconds, total, first, failures, before, after } = await load(target, each, {
    ...shape,
    window: () => cpuSeconds(target.pid),
  });
  const measurement = {
    target: target.name,
    case: each.name,
    requests: total.count,
    perSecond: total.count / seconds,
    cpuMicros: ((after - before) * 1e6) / total.count,
    p50: total.p50,
    p99: total.p99,
    first50: first.p50,
    first99: first.p99,
    rss: residentMiB(target.pid),
    failures,
  };
  result.measurements.push(measurement);
  // The worker is still posting, on the core that the next load needs.
  await target.charged?.();
  process.stderr.write(`${each.name}, ${target.name}: ${measurement.cpuMicros.toFixed(1)} µs\n`);
}

/**
 * At full speed the bare proxy serves several times the requests of the others, in larger batches for every system call
 * and turn. So it is measured once more at the rate of each of them: the same load for both.
 */
async function measureFloorAtTheirLoad(each) {
  const floor = targets.find(({ name }) => name === 'bare proxy');
  if (!floor || each.paced) return;
  for (const measurement of result.measurements) {
    if (measurement.case !== each.name || measurement.target === floor.name) continue;
    const shape = { connections, warmMs: CASE_WARM_MS, measureMs, rate: measurement.perSecond };
    const { total, before, after } = await load(floor, each, {
      ...shape,
      window: () => cpuSeconds(floor.pid),
    });
    measurement.bareAtThisRate = ((after - before) * 1e6) / total.count;
  }
}

/** The same request rate without and with each target in between. */
async function measureLatency(upstreamPort, each) {
  for (const target of targets) {
    const { cpuMicros, perSecond } = result.measurements.find(
      (measurement) => measurement.target === target.name && measurement.case === each.name,
    );
    const rate = Math.min(HALF_LOAD_LIMIT, 1e6 / cpuMicros / 2, perSecond / 2);
    const shape = { connections, warmMs: CASE_WARM_MS, measureMs, rate };
    const without = await load(direct(upstreamPort), each, shape);
    const through = await load(target, each, shape);
    result.latency.push({
      target: target.name,
      rate,
      p50: through.total.p50,
      p99: through.total.p99,
      addedP50: through.total.p50 - without.total.p50,
      addedP99: through.total.p99 - without.total.p99,
    });
  }
}

/** Is memory flat? Streams and whole answers in turn, at full load, with the resident memory every ten seconds. */
async function soak(seconds) {
  const target = targets.find(({ name }) => name === 'gateway') ?? targets[0];
  const kinds = cases.filter(({ paced, bodyBytes }) => !paced && bodyBytes < 10_000);
  for (let second = 0; second < seconds && !stopping; second += SOAK_SAMPLE_MS / 1000) {
    const each = kinds[(second / (SOAK_SAMPLE_MS / 1000)) % kinds.length];
    await load(target, each, { connections, warmMs: 0, measureMs: SOAK_SAMPLE_MS });
    result.soak.push({ second: second + SOAK_SAMPLE_MS / 1000, rss: residentMiB(target.pid) });
  }
  console.log(`${soakTable(result.soak)}\n`);
}

/** Fast because it forgot to bill would not count: what was charged must be what the upstream served. */
async function checkCharges() {
  const setup = targets.find(({ charged }) => charged);
  if (!setup) return;
  const charged = await setup.charged();
  result.charges = { charged, expected: setup.expected };
  const verdict = charged === setup.expected ? 'exactly what' : `NOT the ${setup.expected} that`;
  console.log(`The gateway charged ${charged} quota, ${verdict} the upstream served for it.`);
  if (charged !== setup.expected) process.exitCode = 1;
}

function machine() {
  const [cpu] = os.cpus();
  const memory = Math.round(os.totalmem() / 2 ** 30);
  return `${cpu.model}, ${os.cpus().length} cores, ${memory} GiB, Node ${process.versions.node}${pinned ? ', target on a core of its own' : ', not pinned'}`;
}

async function stop() {
  if (stopping) return;
  stopping = true;
  for (const target of targets) await target.stop();
  await Promise.all([endProcess(upstream), endProcess(clients)]);
}
