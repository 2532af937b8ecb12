// Runs inside a measured process: answers what it has allocated, and the time of its garbage collections.
import { GCProfiler } from 'node:v8';

let profiler;
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
// The channel must not keep the process alive.
process.channel?.unref();
