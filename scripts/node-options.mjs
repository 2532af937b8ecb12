/**
 * How Node runs the server; the image says the same (docker/Dockerfile). What a request allocates must die young:
 * - a larger young generation (MiB) is emptied less often, with hardly more to copy each time;
 * - V8 would, by what survives while it is still small, choose to allocate contexts and receivers among the old objects
 *   for good, where each keeps everything it refers to until the next full collection: a quarter of the server's CPU.
 */
export const serverOptions = [
  '--enable-source-maps',
  '--max-semi-space-size=24',
  '--no-allocation-site-pretenuring',
];
