// Finds or installs PgBouncer, the connection pool in the tests of deployments.
import fs from 'node:fs';
import { findProgram, installPackages } from './packages.mjs';

/** /usr/sbin is not on every user's PATH. */
const DEBIAN = '/usr/sbin/pgbouncer';

/** @returns {string | undefined} path of PgBouncer */
export function findPgbouncer() {
  return findProgram('pgbouncer') ?? (fs.existsSync(DEBIAN) ? DEBIAN : undefined);
}

/**
 * Installs PgBouncer with a package manager if it is missing. Where that is not possible its tests are skipped.
 * @param {(line: string) => void} report
 */
export function installPgbouncer(report) {
  if (findPgbouncer()) return;
  report('installing pgbouncer');
  try {
    if (!installPackages({ 'apt-get': ['pgbouncer'], apk: ['pgbouncer'], brew: ['pgbouncer'] }))
      report('no PgBouncer here: its tests will be skipped. Install it');
  } catch (error) {
    report(error.message);
  }
}
