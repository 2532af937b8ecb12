/**
 * Compiles TypeScript as it is imported: `node --import ./test/setup/typescript.mjs`. Compiled files are kept in
 * node_modules/.cache by their content. Node runs the hooks on a thread of its own for each thread that imports, and what they
 * load and do for each module is paid by each of them.
 */
import { register } from 'node:module';

register('./typescript-hooks.mjs', import.meta.url);
