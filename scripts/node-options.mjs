/**
 * Young generation of server and worker, MiB. Buffers count against a limit of 64 MiB outside of the heap, beyond which V8 marks the
 * whole heap; a small young generation releases those of finished requests before. With 24 MiB, bodies of 128 KB cost more
 * than twice the CPU time on Node 24; requests without large bodies cost the same from 4 to 24 MiB.
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
