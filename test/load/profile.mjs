// Summaries of CPU profiles: where the time goes, by module and by function.
import fs from 'node:fs';
import path from 'node:path';
import { root } from './processes.mjs';

const MODULES_SHOWN = 25;
const FUNCTIONS_SHOWN = 60;
/** Directories below `dist/modules` that make one module. */
const MODULE_DEPTH = 3;

/** @param {string} directory of `.cpuprofile` files @returns {string} tables of self time */
export function profileTables(directory) {
  const tables = fs
    .readdirSync(directory)
    .filter((file) => file.endsWith('.cpuprofile'))
    .map((file) => {
      const { nodes, samples, timeDeltas } = JSON.parse(fs.readFileSync(path.join(directory, file), 'utf8'));
      const selfTime = new Map();
      for (const [index, node] of samples.entries())
        selfTime.set(node, (selfTime.get(node) ?? 0) + timeDeltas[index]);
      const byModule = new Map();
      const byFunction = new Map();
      let busy = 0;
      for (const { id, callFrame } of nodes) {
        const micros = selfTime.get(id) ?? 0;
        if (callFrame.functionName === '(idle)') continue;
        busy += micros;
        add(byModule, moduleOf(callFrame), micros);
        add(byFunction, `${callFrame.functionName || '(anonymous)'} ${placeOf(callFrame)}`, micros);
      }
      return [
        `${file}: ${(busy / 1e6).toFixed(1)} s busy`,
        top('module', byModule, busy, MODULES_SHOWN),
        top('function', byFunction, busy, FUNCTIONS_SHOWN),
      ].join('\n\n');
    });
  return tables.join('\n\n');
}

/**
 * @param {{ callFrame: object, bytesPerRequest: number }[]} allocations most first
 * @returns {string} tables of what a request allocates on the JavaScript heap
 */
export function allocationTables(allocations) {
  const byModule = new Map();
  const byFunction = new Map();
  let all = 0;
  for (const { callFrame, bytesPerRequest } of allocations) {
    all += bytesPerRequest;
    add(byModule, moduleOf(callFrame), bytesPerRequest);
    add(byFunction, `${callFrame.functionName || '(anonymous)'} ${placeOf(callFrame)}`, bytesPerRequest);
  }
  return [top('module', byModule, all, MODULES_SHOWN), top('function', byFunction, all, FUNCTIONS_SHOWN)]
    .map((table) => table.replaceAll('self time', 'allocated'))
    .concat(`${(all / 1024).toFixed(1)} KiB per request`)
    .join('\n\n');
}

function add(sums, key, amount) {
  sums.set(key, (sums.get(key) ?? 0) + amount);
}

/** A package, a directory of the product, or a module of Node. */
function moduleOf({ url, functionName }) {
  if (url === '') return functionName.startsWith('(') ? functionName : 'native code';
  const [, dependency] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (dependency) return dependency;
  if (url.startsWith('node:')) return url;
  return productPath(url).split('/').slice(0, -1).slice(0, MODULE_DEPTH).join('/');
}

function placeOf({ url, lineNumber }) {
  if (url === '') return '';
  return `${url.startsWith('node:') ? url : productPath(url)}:${lineNumber + 1}`;
}

function productPath(url) {
  return url.replace('file://', '').replace(`${root}/`, '').replace('dist/modules/', '');
}

function top(kind, sums, all, count) {
  const rows = [...sums]
    .toSorted(([, left], [, right]) => right - left)
    .slice(0, count)
    .map(([name, micros]) => `| ${((micros * 100) / all).toFixed(1)} % | ${name} |`);
  return [`| self time | ${kind} |`, '| --: | --- |', ...rows].join('\n');
}
