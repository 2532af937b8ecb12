// Finds or installs Prometheus, which the test of the shipped alerting rules runs.
import { findProgram, installPackages } from './packages.mjs';

/** @returns {string | undefined} path of Prometheus */
export function findPrometheus() {
  return findProgram('prometheus');
}

/** @returns {string | undefined} path of the program that checks its files, which Debian has in the same package */
export function findPromtool() {
  return findProgram('promtool');
}

/**
 * Installs Prometheus with a package manager if it is missing. Where that is not possible its test is skipped.
 * @param {(line: string) => void} report
 */
export function installPrometheus(report) {
  if (findPrometheus()) return;
  report('installing prometheus');
  try {
    if (!installPackages({ 'apt-get': ['prometheus'], brew: ['prometheus'] }))
      report('no Prometheus here: the test of its rules will be skipped. Install it');
  } catch (error) {
    report(error.message);
  }
}
