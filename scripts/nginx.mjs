// Finds or installs nginx, the load balancer in the tests of rolling restarts.
import fs from 'node:fs';
import { findProgram, installPackages } from './packages.mjs';

/** /usr/sbin is not on every user's PATH. */
const DEBIAN = '/usr/sbin/nginx';

/** @returns {string | undefined} path of nginx */
export function findNginx() {
  return findProgram('nginx') ?? (fs.existsSync(DEBIAN) ? DEBIAN : undefined);
}

/**
 * Installs nginx with apt-get if it is missing.
 * @param {(line: string) => void} report
 */
export function installNginx(report) {
  if (findNginx()) return;
  if (!findProgram('apt-get'))
    return report('no nginx here: the test of rolling restarts will fail. Install it');
  report('installing nginx-light');
  try {
    installPackages({ 'apt-get': ['nginx-light'] });
  } catch (error) {
    report(error.message);
  }
}
