// Finds or installs Chromium for the browser tests.
import fs from 'node:fs';
import { findProgram, installPackages } from './packages.mjs';

/** Debian's Chromium without a user interface: the same pages at half the cost of the full browser. */
const PACKAGE = 'chromium-headless-shell';
const NAMES = [PACKAGE, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const ELSEWHERE = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];
const CJK_FONTS = '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc';

/** @returns {string | undefined} path of the browser; CHROMIUM overrides */
export function findBrowser() {
  return (
    process.env.CHROMIUM ||
    NAMES.map(findProgram).find(Boolean) ||
    ELSEWHERE.find((file) => fs.existsSync(file))
  );
}

/**
 * Installs Chromium and Chinese fonts with apt-get if they are missing. Where that is not possible it logs a message and
 * continues, because the tests without a browser are worth running.
 * @param {(line: string) => void} report
 */
export function installBrowser(report) {
  const packages = [];
  if (!findBrowser()) packages.push(PACKAGE);
  if (process.platform === 'linux' && !fs.existsSync(CJK_FONTS)) packages.push('fonts-noto-cjk');
  if (!packages.length) return;
  if (!findProgram('apt-get')) {
    if (!findBrowser())
      report('no Chromium here: the console tests will fail. Install it, or set CHROMIUM to its path');
    return;
  }
  report(`installing ${packages.join(' ')}`);
  try {
    installPackages({ 'apt-get': packages });
  } catch (error) {
    report(error.message);
  }
}
