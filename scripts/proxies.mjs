// Finds or installs HAProxy and Caddy, whose example configurations are tested.
import fs from 'node:fs';
import { findProgram, installPackages } from './packages.mjs';

const PROXIES = ['haproxy', 'caddy'];
/** Exists while systemd runs, which starts the services of new packages: that of Caddy listens on port 80 of all addresses. */
const SYSTEMD = '/run/systemd/system';

/**
 * @param {string} name `haproxy` or `caddy`
 * @returns {string | undefined} path of the program; /usr/sbin is not on every user's PATH
 */
export function findProxy(name) {
  const debian = `/usr/sbin/${name}`;
  return findProgram(name) ?? (fs.existsSync(debian) ? debian : undefined);
}

/**
 * Installs those that are missing with a package manager. Where that is not possible their tests are skipped.
 * @param {(line: string) => void} report
 */
export function installProxies(report) {
  for (const name of PROXIES.filter((proxy) => !findProxy(proxy))) {
    if (name === 'caddy' && fs.existsSync(SYSTEMD)) {
      report(
        'no caddy here: its test will be skipped. Its package would start a service; install it yourself',
      );
      continue;
    }
    report(`installing ${name}`);
    try {
      if (!installPackages({ 'apt-get': [name], apk: [name], brew: [name] }))
        report(`no ${name} here: its test will be skipped. Install it`);
    } catch (error) {
      report(error.message);
    }
  }
}
