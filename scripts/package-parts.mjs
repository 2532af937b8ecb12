// Changes that bundle.mjs makes to packages: parts that the programs never use are left out, because V8 reads them at every
// start and keeps them in memory.
import path from 'node:path';

/** Files of packages that are loaded and never used, by what they are for. */
const UNUSED = [
  // Other databases than Postgres, entity files found by a pattern, printed SQL.
  /\/typeorm\/driver\/(?!postgres|types)[^/]+\/[^/]+\.js$/,
  /\/typeorm\/entity-manager\/MongoEntityManager\.js$/,
  /\/node_modules\/(tinyglobby|@sqltools\/formatter)\/.*\.c?js$/,
  // Jobs in Postgres.
  /\/bullmq\/dist\/cjs\/postgres\/index\.js$/,
  // Cron patterns: all schedules have an interval.
  /\/node_modules\/(cron|cron-parser)\/dist\/index\.js$/,
  // Fetch, WebSocket and the others that Node has itself; simulated upstreams; a cache of responses.
  /\/undici\/lib\/(web|mock|cache)\/.*\.js$/,
  /\/undici\/lib\/interceptor\/cache\.js$/,
  // JSON schemas of Fastify (server/app.ts), requests without a socket.
  /\/@fastify\/(ajv-compiler|fast-json-stringify-compiler)\/index\.js$/,
  /\/light-my-request\/index\.js$/,
  // A route per file of the console.
  /\/node_modules\/glob\/dist\/.*\.js$/,
  // Stores of rate limits other than Redis and memory.
  /\/rate-limiter-flexible\/lib\/RateLimiter(Cluster|Drizzle|Dynamo|Etcd|Memcache|Mongo|MySQL|Postgres|Prisma|SQLite|Valkey)\w*\.js$/,
];

/** Requires TypeORM at run time, which would load a second copy from node_modules. */
const REQUIRES_TYPEORM = /\/@nestjs\/typeorm\/dist\/common\/typeorm-compat\.js$/;

/** Creates a Response to find out whether it runs in a Cloudflare Worker, for which Node 20 loads its own undici. */
const CREATES_RESPONSE = /\/pg\/lib\/stream\.js$/;

/** Compiles a function for each piece of each path, at every start. */
const COMPILES_PREFIXES = /\/find-my-way\/lib\/node\.js$/;

/** Plugins of Rolldown. */
export const packageParts = [
  { name: 'unused-parts', load: { filter: { id: UNUSED }, handler: unused } },
  { name: 'one-typeorm', transform: { filter: { id: REQUIRES_TYPEORM }, handler: importTypeorm } },
  { name: 'pg-on-node', transform: { filter: { id: CREATES_RESPONSE }, handler: assumeNode } },
  { name: 'plain-prefixes', transform: { filter: { id: COMPILES_PREFIXES }, handler: comparePrefixes } },
];

/** A module whose exports are empty classes, so that others can extend and create them while they are loaded. */
function unused(file) {
  return `// ${path.basename(file)} is left out.
module.exports = new Proxy({}, { get: (_, name) => (name === '__esModule' ? undefined : class {}) });`;
}

function importTypeorm(code) {
  const imported = replaced(code, "require('typeorm')", 'required', '@nestjs/typeorm');
  return { code: `import required from 'typeorm';\n${imported}`, map: { mappings: '' } };
}

function assumeNode(code) {
  return { code: replaced(code, "typeof Response === 'function'", 'false', 'pg'), map: { mappings: '' } };
}

function comparePrefixes(code) {
  const compare = 'return (path, i) => path.startsWith(prefix, i);\n';
  return {
    code: replaced(code, 'const lines = []', `${compare}const lines = []`, 'find-my-way'),
    map: { mappings: '' },
  };
}

/** @throws Error if a release of the package no longer has the text, so that nobody keeps a change without effect */
function replaced(code, text, replacement, name) {
  if (!code.includes(text)) throw new Error(`${name} no longer contains ${text}: remove this change`);
  return code.replace(text, replacement);
}
