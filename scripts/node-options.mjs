/**
 * Node options of the server; keep the image (docker/Dockerfile) in sync. They make sure that a request's objects die young:
 * - a larger young generation (MiB) is collected less often, with hardly more to copy each time;
 * - without `--no-allocation-site-pretenuring` V8 would, judging by what survives while the young generation is still small,
 *   allocate contexts and receivers in the old generation for good, where each retains everything it refers to until the
 *   next full collection: a quarter of the server's CPU time.
 */
export const serverOptions = ['--max-semi-space-size=24', '--no-allocation-site-pretenuring'];

/**
 * Node options of the worker; keep docker/compose.yaml in sync. A young generation of the usual size takes 40 MB more under
 * load, and saves it nothing.
 */
export const workerOptions = ['--max-semi-space-size=8'];
