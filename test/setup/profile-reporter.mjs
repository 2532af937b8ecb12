import path from 'node:path';

const SLOWEST_FILES = 30;

/**
 * Jest reporter of `npm run test:profile`: prints where the time of a run went. A file's time is what it took beside the files
 * of the other threads, with the loading of its modules; the CPU time is that of this process, without the databases, browsers
 * and programs that tests start.
 */
export default class ProfileReporter {
  #root;
  #threads;
  #start = 0;
  #startOfFile = new Map();
  /** @type {{ name: string, project: string, seconds: number, tests: number }[]} */
  #files = [];

  /** @param {import('@jest/types').Config.GlobalConfig} config */
  constructor({ rootDir, maxWorkers }) {
    this.#root = rootDir;
    this.#threads = maxWorkers;
  }

  onRunStart() {
    this.#start = performance.now();
  }

  /** @param {import('@jest/reporters').Test} test */
  onTestFileStart({ path: file }) {
    this.#startOfFile.set(file, performance.now());
  }

  /** @param {import('@jest/reporters').Test} test @param {import('@jest/test-result').TestResult} result */
  onTestFileResult({ path: file, context }, { testResults }) {
    this.#files.push({
      name: path.relative(this.#root, file),
      project: context.config.displayName?.name ?? '',
      seconds: (performance.now() - (this.#startOfFile.get(file) ?? 0)) / 1000,
      tests: testResults.length,
    });
  }

  onRunComplete() {
    const files = this.#files.toSorted((one, other) => other.seconds - one.seconds);
    const { user, system } = process.cpuUsage();
    const projects = new Set(files.map(({ project }) => project));
    const lines = [
      `\nThe slowest of ${files.length} files`,
      ...files.slice(0, SLOWEST_FILES).map((file) => row(file.seconds, file.name, file.tests)),
      'Projects',
      ...[...projects].map((project) => {
        const theirs = files.filter((file) => file.project === project);
        return row(sum(theirs, 'seconds'), `${project}, ${theirs.length} files`, sum(theirs, 'tests'));
      }),
      `All, on ${this.#threads} threads`,
      row((performance.now() - this.#start) / 1000, 'from start to end'),
      row((user + system) / 1_000_000, 'CPU time of this process'),
    ];
    process.once('exit', () => console.log(lines.join('\n')));
  }
}

/** @param {'seconds' | 'tests'} field */
function sum(files, field) {
  return files.reduce((total, file) => total + file[field], 0);
}

function row(seconds, text, tests) {
  return `${seconds.toFixed(1).padStart(9)} s  ${text}${tests === undefined ? '' : `, ${tests} tests`}`;
}
