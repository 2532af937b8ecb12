/**
 * Young generation of server and worker, MiB. From 8 to 24 MiB a request takes the same CPU time; the pauses of a smaller one are
 * shorter, and it releases buffers of finished requests earlier (see `server/relay/http/body-memory.ts`).
 */
const YOUNG_GENERATION = '--max-semi-space-size=8';

/**
 * Node options of the server; keep the image (docker/Dockerfile) in sync.
 * - Without `--no-allocation-site-pretenuring` V8 would, judging by what survives while the young generation is still small,
 *   allocate contexts and receivers in the old generation for good, where each retains everything it refers to until the next
 *   full collection: a quarter of the server's CPU time.
 * - V8 limits the growth of a heap that fills slowly to a tenth. Streams that last longer than a young collection fill it slowly:
 *   with 100 of them per second that is a full collection every 2.6 s, each 100 ms of half the speed. `--heap-growing-percent`
 *   lets the old generation double first.
 */
export const serverOptions = [
  YOUNG_GENERATION,
  '--no-allocation-site-pretenuring',
  '--heap-growing-percent=100',
];

/** Node options of the worker; keep docker/compose.yaml in sync. */
export const workerOptions = [YOUNG_GENERATION];

/**
 * Environment of server and worker, before that of the user; keep the image (docker/Dockerfile) in sync. glibc gives most threads
 * a heap of their own, which keeps what they once took: an idle server takes 8 MB less with two. Other C libraries ignore it.
 */
export const programEnvironment = { MALLOC_ARENA_MAX: '2' };
