// The environment of the launcher: checked before anything starts, completed with what the data directory holds.
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** What a program may need to end beyond its drain time. */
const MARGIN_MS = 15_000;

/** The folder of the checkout. */
export const root = path.resolve(import.meta.dirname, '..');

/** What cannot go on, in lines for a person. Nothing has been started yet. */
export class Unusable extends Error {
  /** @param {readonly string[]} lines */
  constructor(lines) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}

/** @returns {string} where databases and generated secrets live, absolute */
export function dataDirectory() {
  return path.resolve(root, process.env.TOLLGATE_DATA_DIR || 'data');
}

/**
 * Checks every variable with the server's own rules.
 * @returns {Promise<{ directory: string, environment: NodeJS.ProcessEnv, host: string, port: number, patienceMs: number }>}
 *   `patienceMs`: how long server and worker may take to end; `environment` lacks what the services and the data directory are still to give
 * @throws {Unusable}
 */
export async function readSettings() {
  const directory = dataDirectory();
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  const environment = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    // No load balancer asks a server of this launcher for its readiness.
    DRAIN_DELAY: '0',
    ...given,
    TOLLGATE_DATA_DIR: directory,
  };
  const rules = path.join(root, 'dist/server/core/env.js');
  if (!fs.existsSync(rules)) throw new Unusable(['not built yet: run npm start, or npm run build']);
  const { readEnv, InvalidEnvironment } = await import(pathToFileURL(rules).href);
  try {
    const env = readEnv({
      // Stand-ins for what is not given: the launcher will provide it.
      DATABASE_URL: 'postgres://local',
      REDIS_URL: 'redis://local',
      TOLLGATE_SECRET: 'a secret of its own',
      ...environment,
    });
    return {
      directory,
      environment,
      host: env.HOST,
      port: env.PORT,
      patienceMs: (env.DRAIN_DELAY + env.DRAIN_TIMEOUT) * 1000 + MARGIN_MS,
    };
  } catch (error) {
    if (error instanceof InvalidEnvironment) throw new Unusable(error.lines);
    throw error;
  }
}

/** Makes the data directory: others may pass through it (the databases run as nobody), but not list it. */
export function makeDirectory(directory) {
  if (fs.existsSync(directory)) return;
  fs.mkdirSync(directory, { recursive: true });
  fs.chmodSync(directory, 0o711);
}

/**
 * TOLLGATE_SECRET when it is not given: a random one, made on first use.
 * @param {string} directory
 */
export function generatedSecret(directory) {
  return kept(
    directory,
    'secret',
    'channel keys in the database can be read with no other: restore it, or set TOLLGATE_SECRET to what it held',
  );
}

/**
 * What the launcher's own Postgres and Redis open with.
 * @param {string} directory
 */
export function servicePassword(directory) {
  return kept(directory, 'service-password', 'the databases open with no other: restore it');
}

/** Readable by its owner only. Where databases exist already a new one would be of no use, so it is refused. */
function kept(directory, name, loss) {
  const file = path.join(directory, name);
  if (fs.existsSync(file)) {
    fs.chmodSync(file, 0o600);
    const secret = fs.readFileSync(file, 'utf8').trim();
    if (secret) return secret;
  }
  if (['postgres', 'redis'].some((service) => fs.existsSync(path.join(directory, service))))
    throw new Unusable([`${file} is missing, and ${loss}`]);
  const secret = randomBytes(32).toString('base64url');
  fs.writeFileSync(file, `${secret}\n`, { mode: 0o600 });
  return secret;
}
