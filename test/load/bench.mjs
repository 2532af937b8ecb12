// The CPU promise: one run, same upstream and load, through a bare proxy, the gateway with everything on, and a peer.
//   npm run bench -- [--peer] [--only bare,gateway] [--cases JSON,burst] [--rounds 5] [--seconds 2] [--warm 10]
//                    [--connections 50] [--no-latency] [--no-heap] [--soak 300] [--profile directory] [--out file.json]
//   npm run bench -- --baseline directory [--rounds 8] [--cases …]: this checkout against another built one, in turns
//   npm run bench -- --overload [--seconds 5] [--cases translated]: 1, 2, 5 and 10 times the requests that the gateway can serve
//   npm run bench -- --allocations [--seconds 5] [--cases JSON]: which functions allocate on the heap of the server
//   npm run bench -- --processes 2 [--rounds 5] [--cases …]: throughput of that many server processes and of one, nothing pinned
//   npm run bench -- --node /path/to/node [--rounds 8] [--cases …]: this checkout on the running Node and on another, in turns
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { cases } from './cases.mjs';
import { compareAll } from './compare.mjs';
import { gateway } from './gateway.mjs';
import { allocations, measureCase, measureLatency, median } from './measure.mjs';
import { endProcess, leaveMeasuredCore, residentMiB, startNode, messageOf } from './processes.mjs';
import { allocationTables, profileTables } from './profile.mjs';
import { overloads } from './overload.mjs';
import {
  comparisonTable,
  costTable,
  latencyTable,
  overloadTable,
  soakTable,
  systemTable,
} from './report.mjs';
import { Runs } from './runs.mjs';
import { idleCost } from './system-cost.mjs';
import { bareProxy, direct, peer, wireEnds } from './targets.mjs';

const { values: options } = parseArgs({
  allowNegative: true,
  options: {
    peer: { type: 'boolean', default: false },
    only: { type: 'string', default: 'bare,gateway,peer' },
    cases: { type: 'string', default: '' },
    seconds: { type: 'string', default: '2' },
    warm: { type: 'string', default: '10' },
    connections: { type: 'string', default: '50' },
    latency: { type: 'boolean', default: true },
    heap: { type: 'boolean', default: true },
    soak: { type: 'string' },
    profile: { type: 'string' },
    out: { type: 'string' },
    baseline: { type: 'string' },
    node: { type: 'string' },
    processes: { type: 'string' },
    overload: { type: 'boolean', default: false },
    allocations: { type: 'boolean', default: false },
    rounds: { type: 'string' },
  },
});
const warmMs = Number(options.warm) * 1000;
const shape = {
  connections: Number(options.connections),
  measureMs: Number(options.seconds) * 1000,
};
const SOAK_SAMPLE_MS = 10_000;
const LATENCY_ROUNDS = 3;

const pinned = !options.processes && leaveMeasuredCore();
const upstream = startNode(['test/load/upstream.mjs']);
const clients = startNode(['test/load/clients.mjs']);
const runs = new Runs({ upstream, clients });
const targets = [];
const result = {
  date: new Date().toISOString(),
  machine: machine(),
  measurements: [],
  latency: [],
  soak: [],
  comparisons: [],
  overloads: [],
};
let stopping = false;

process.on('SIGINT', () => void stop().then(() => process.exit(130)));
process.on('SIGTERM', () => void stop().then(() => process.exit(143)));
try {
  await main();
} finally {
  await stop();
}
if (options.profile) console.log(profileTables(options.profile));

async function main() {
  console.log(`${result.machine}\n`);
  const upstreamPort = await messageOf(upstream, 'port');
  if (options.baseline || options.node) await startPair(upstreamPort);
  else if (options.processes) await startScaled(upstreamPort, Number(options.processes));
  else if (options.overload) targets.push(await gateway(upstreamPort, { refuses: true }));
  else if (options.allocations) targets.push(await gateway(upstreamPort, { modules: true }));
  else await startTargets(upstreamPort);
  const chosen = chosenCases();
  for (const each of chosen) for (const target of serving(each)) await runs.probe(target, each);
  for (const target of targets) {
    await runs.load(target, chosen[0], { ...shape, warmMs: 0, measureMs: warmMs });
    await target.posted?.();
    if (target.parts) target.idle = await idleCost(target);
  }
  if (options.baseline || options.node) await compare(chosen);
  else if (options.soak) await soak(Number(options.soak));
  else if (options.overload) await overload(chosen);
  else if (options.allocations) await listAllocations(chosen);
  else await measureAll(chosen, upstreamPort);
  const disturbed = `${(median(runs.disturbances) * 100).toFixed(1)} % (at most ${(Math.max(...runs.disturbances) * 100).toFixed(1)} %)`;
  console.log(
    `Other programs and virtual machines took ${disturbed} of the CPU time of the measured windows.`,
  );
  await checkCharges();
  if (options.out) fs.writeFileSync(options.out, JSON.stringify(result, null, 2));
}

async function startTargets(upstreamPort) {
  const requested = options.only.split(',');
  if (requested.includes('bare')) targets.push(await bareProxy(upstreamPort));
  if (requested.includes('ends')) targets.push(...(await wireEnds(upstreamPort)));
  if (requested.includes('gateway'))
    targets.push(await gateway(upstreamPort, { profileDirectory: options.profile }));
  if (options.peer && requested.includes('peer')) targets.push(await peer(upstreamPort));
}

/** Two gateways that differ in the checkout or in the Node binary. */
async function startPair(upstreamPort) {
  const { baseline, node } = options;
  const other = baseline
    ? { name: 'baseline', checkout: path.resolve(baseline) }
    : { name: `Node ${versionOf(node)}`, node };
  targets.push(await gateway(upstreamPort, other));
  const name = baseline ? 'this checkout' : `Node ${process.versions.node}`;
  targets.push(await gateway(upstreamPort, { name }));
}

/** One server process and several, sharing all cores with everything else. */
async function startScaled(upstreamPort, processes) {
  for (const count of [1, processes]) {
    const name = `gateway, server processes: ${count}`;
    targets.push(await gateway(upstreamPort, { name, processes: count, pinned: false }));
  }
}

function versionOf(node) {
  const { stdout, status } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${node} does not run`);
  return stdout.trim().slice(1);
}

function chosenCases() {
  return cases.filter(({ name }) => options.cases.split(',').some((part) => name.includes(part)));
}

function serving({ client = 'chat' }) {
  return targets.filter(({ chatOnly }) => !chatOnly || client === 'chat');
}

async function compare(chosen) {
  const rounds = Number(options.rounds ?? 8);
  for await (const comparison of compareAll(runs, targets, chosen, { ...shape, rounds })) {
    result.comparisons.push(comparison);
    process.stderr.write(`${comparisonTable([comparison]).split('\n').at(-1)}\n`);
  }
  console.log(`${comparisonTable(result.comparisons)}\n`);
}

async function measureAll(chosen, upstreamPort) {
  const rounds = Number(options.rounds ?? 5);
  for (const each of chosen) {
    const measurements = await measureCase(runs, serving(each), each, {
      ...shape,
      rounds,
      heap: options.heap && !options.processes,
    });
    result.measurements.push(...measurements);
    for (const { target, cpuMicros } of measurements)
      process.stderr.write(`${each.name}, ${target}: ${cpuMicros.toFixed(1)} µs\n`);
  }
  console.log(`${costTable(result.measurements)}\n`);
  console.log(
    `Whole system, CPU µs per request until it is in Postgres:\n\n${systemTable(result.measurements)}\n`,
  );
  if (!options.latency || options.processes) return;
  result.latency = await measureLatency(runs, targets, direct(upstreamPort), result.measurements, chosen[0], {
    ...shape,
    rounds: LATENCY_ROUNDS,
  });
  console.log(`Latency at half load, ${chosen[0].name}:\n\n${latencyTable(result.latency)}\n`);
}

async function overload(chosen) {
  const [target] = targets;
  for (const each of chosen) {
    const measured = [];
    for await (const one of overloads(runs, target, each, shape)) measured.push(one);
    result.overloads.push({ case: each.name, measured });
    console.log(`${each.name}:\n\n${overloadTable(measured)}\n`);
  }
}

async function listAllocations(chosen) {
  const [target] = targets;
  for (const each of chosen) {
    const tables = allocationTables(await allocations(runs, target, each, shape));
    console.log(`${each.name}:\n\n${tables}\n`);
  }
}

/** Is memory flat? Streams and whole answers in turn, at full load, with the resident memory every ten seconds. */
async function soak(seconds) {
  const target = targets.find(({ name }) => name === 'gateway') ?? targets[0];
  const kinds = cases.filter(({ paced, bodyBytes }) => !paced && bodyBytes < 10_000);
  for (let second = 0; second < seconds && !stopping; second += SOAK_SAMPLE_MS / 1000) {
    const each = kinds[(second / (SOAK_SAMPLE_MS / 1000)) % kinds.length];
    await runs.load(target, each, { ...shape, warmMs: 0, measureMs: SOAK_SAMPLE_MS });
    result.soak.push({ second: second + SOAK_SAMPLE_MS / 1000, rss: residentMiB(target.pid) });
  }
  console.log(`${soakTable(result.soak)}\n`);
}

/** Fast because it forgot to bill would not count: what was charged must be what the upstream served. */
async function checkCharges() {
  for (const { name, charged, expected } of targets) {
    if (!charged) continue;
    const quota = await charged();
    (result.charges ??= []).push({ name, charged: quota, expected });
    const verdict = quota === expected ? 'exactly what' : `NOT the ${expected} that`;
    console.log(`${name}: charged ${quota} quota, ${verdict} the upstream served for it.`);
    if (quota !== expected) process.exitCode = 1;
  }
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
