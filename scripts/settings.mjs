// Environment of the launcher: validated before anything starts, and completed from the data directory.
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Milliseconds that a program may need to end beyond its drain time. */
const MARGIN_MS = 15_000;

/** Folder of the checkout. */
export const root = path.resolve(import.meta.dirname, '..');

/** A problem with the environment or the settings, in lines for the user. */
export class Unusable extends Error {
  /** @param {readonly string[]} lines */
  constructor(lines) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}

/** @returns {string} absolute path of the folder for databases and generated secrets */
export function dataDirectory() {
  return path.resolve(root, process.env.TOLLGATE_DATA_DIR || 'data');
}

/**
 * Validates every variable with the server's own rules.
 * @returns {Promise<{ directory: string, environment: NodeJS.ProcessEnv, host: string, port: number, patienceMs: number }>}
 *   `patienceMs`: how long server and worker may take to end; `environment` lacks the values that the services and the data
 *   directory provide
 * @throws {Unusable}
 */
export async function readSettings() {
  const directory = dataDirectory();
  const rules = path.join(root, 'dist/server/core/env.js');
  if (!fs.existsSync(rules)) throw new Unusable(['not built yet: run npm start, or npm run build']);
  const { readEnv, readSecretFiles, InvalidEnvironment } = await import(pathToFileURL(rules).href);
  try {
    const given = Object.fromEntries(
      Object.entries(readSecretFiles(process.env)).filter(([, value]) => value !== ''),
    );
    const environment = {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      // No load balancer polls the readiness of a local server.
      DRAIN_DELAY: '0',
      LOG_FORMAT: 'text',
      ...given,
      TOLLGATE_DATA_DIR: directory,
    };
    const env = readEnv({
      // Placeholders for missing values, which the launcher provides later.
      DATABASE_URL: 'postgres://local',
      REDIS_URL: 'redis://local',
      TOLLGATE_SECRET: 'a secret of its own',
      ...environment,
    });
    // Without an sslmode of which node-postgres warns.
    if (environment.DATABASE_URL) environment.DATABASE_URL = env.DATABASE_URL;
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

/**
 * Creates the data directory. Other users may pass through it (as root the services run as user nobody), but not list it.
 */
export function makeDirectory(directory) {
  if (fs.existsSync(directory)) return;
  fs.mkdirSync(directory, { recursive: true });
  fs.chmodSync(directory, 0o711);
}

/**
 * Returns the TOLLGATE_SECRET of the data directory: a random one, generated on first use.
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
 * Returns the password of the launcher's own Postgres and Redis.
 * @param {string} directory
 */
export function servicePassword(directory) {
  return kept(directory, 'service-password', 'the databases open with no other: restore it');
}

/**
 * Reads or creates a secret that only its owner may read. Fails if databases exist already, because a new secret would not
 * fit.
 */
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
