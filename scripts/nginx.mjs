// The load balancer that tests of rolling restarts put before several servers: the machine's own.
import fs from 'node:fs';
import { findProgram, installPackages } from './packages.mjs';

/** Not on every user's PATH. */
const DEBIAN = '/usr/sbin/nginx';

/** @returns {string | undefined} its path */
export function findNginx() {
  return findProgram('nginx') ?? (fs.existsSync(DEBIAN) ? DEBIAN : undefined);
}

/**
 * Installs nginx from Debian's packages where it is missing.
 * @param {(line: string) => void} say
 */
export function installNginx(say) {
  if (findNginx()) return;
  if (!findProgram('apt-get'))
    return say('no nginx here: the test of rolling restarts will fail. Install it');
  say('installing nginx-light');
  try {
    installPackages({ 'apt-get': ['nginx-light'] });
  } catch (error) {
    say(error.message);
  }
}
