// Runs inside a measured process: answers what it has allocated, and the time of its garbage collections.
import { Session } from 'node:inspector/promises';
import { GCProfiler } from 'node:v8';

/** Bytes between two samples of an allocation profile. */
const SAMPLE_BYTES = 4096;

let profiler;
let session;
let usedAtStart = 0;

process.on('message', (message) => {
  if (message?.heap === 'start') {
    profiler = new GCProfiler();
    usedAtStart = process.memoryUsage().heapUsed;
    profiler.start();
    process.send({ heapStarted: true });
  } else if (message?.heap === 'stop') {
    const { statistics } = profiler.stop();
    const used = (heap) => heap.heapStatistics.usedHeapSize;
    const freed = statistics.reduce((sum, { beforeGC, afterGC }) => sum + used(beforeGC) - used(afterGC), 0);
    const micros = statistics.reduce((sum, { cost }) => sum + cost, 0);
    process.send({
      heap: {
        allocatedBytes: process.memoryUsage().heapUsed - usedAtStart + freed,
        collections: statistics.length,
        collectionSeconds: micros / 1e6,
      },
    });
  }
});
process.on('message', (message) => {
  if (message?.allocations === 'start') void startSampling();
  else if (message?.allocations === 'stop') void stopSampling();
});

async function startSampling() {
  session = new Session();
  session.connect();
  await session.post('HeapProfiler.startSampling', {
    samplingInterval: SAMPLE_BYTES,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
  process.send({ allocationsStarted: true });
}

async function stopSampling() {
  const { profile } = await session.post('HeapProfiler.stopSampling');
  session.disconnect();
  process.send({ allocations: byFunction(profile.head) });
}

/**
 * Sampled bytes by function; what builtins allocate counts for the function that called them.
 * @returns {[callFrame: object, bytes: number][]}
 */
function byFunction(head) {
  const sums = new Map();
  const open = [{ node: head, caller: head.callFrame }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { callFrame, selfSize, children } = next.node;
    const caller = callFrame.url === '' ? next.caller : callFrame;
    const key = `${caller.functionName} ${caller.url} ${caller.lineNumber}`;
    const [, bytes] = sums.get(key) ?? [caller, 0];
    sums.set(key, [caller, bytes + selfSize]);
    for (const child of children) open.push({ node: child, caller });
  }
  return [...sums.values()];
}

// The channel must not keep the process alive.
process.channel?.unref();
