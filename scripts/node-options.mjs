/**
 * Young generation of server and worker, MiB. From 8 to 24 MiB a request takes the same CPU time; the pauses of a smaller one are
 * shorter, and it releases buffers of finished requests earlier (see `server/relay/http/body-memory.ts`).
 */
const YOUNG_GENERATION = '--max-semi-space-size=8';

/**
 * Node options of the server; keep the image (docker/Dockerfile) in sync. Without `--no-allocation-site-pretenuring` V8 would,
 * judging by what survives while the young generation is still small, allocate contexts and receivers in the old generation
 * for good, where each retains everything it refers to until the next full collection: a quarter of the server's CPU time.
 */
export const serverOptions = [YOUNG_GENERATION, '--no-allocation-site-pretenuring'];

/** Node options of the worker; keep docker/compose.yaml in sync. */
export const workerOptions = [YOUNG_GENERATION];
