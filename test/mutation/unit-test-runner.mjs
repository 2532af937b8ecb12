import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { DryRunStatus, MutantRunStatus, TestStatus } from '@stryker-mutator/api/test-runner';
import * as circus from 'jest-circus';

/** Folders whose specs are run: those of the unit project, without the tests of documentation and console. */
const FOLDERS = process.env.MUTATION_SPECS?.split(',') ?? [
  'server',
  'test/doubles/strict',
  'test/parity',
  'test/relay/charges',
  'test/relay/reports',
];
/** It reads the sources, which are Stryker’s rewritten ones here. */
const SKIPPED = ['server/options/option-readers.spec.ts'];

/**
 * Stryker’s test runner for the unit project of jest.config.js. Stryker’s own runner for Jest starts Jest for every mutant; this
 * one imports a test file once per process and runs single tests of it, so that a mutant costs milliseconds.
 * Code that runs at import is not tested for mutants (`ignoreStatic`), because an imported module cannot be imported anew:
 * https://stryker-mutator.io/docs/mutation-testing-elements/static-mutants/
 */
class UnitTestRunner {
  /** @type {{ activeMutant?: string, currentTestId?: string, hitCount?: number, hitLimit?: number, mutantCoverage?: object }} */
  #switch = (globalThis.__stryker__ ??= {});
  /** @type {Map<string, { block: object, hasOnly: boolean }>} */
  #loaded = new Map();

  /** With `ignoreStatic` nothing has to be reloaded, and Stryker would otherwise start a process for each such mutant. */
  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    process.env.JEST_WORKER_ID ??= '1';
    // The globals (describe, expect …) that the unit project’s runner defines; its package does not export the file.
    await import(new URL('global-setup.js', import.meta.resolve('jest-light-runner')).href);
    await import('../setup/worker-setup.mjs');
  }

  async dryRun() {
    const tests = [];
    for (const file of specFiles()) {
      const { failed, passed } = await this.#runFile(file, undefined, false);
      tests.push(
        ...passed.map((test) => ({ ...test, status: TestStatus.Success, fileName: path.resolve(file) })),
      );
      tests.push(
        ...failed.map((test) => ({ ...test, status: TestStatus.Failed, fileName: path.resolve(file) })),
      );
    }
    return { status: DryRunStatus.Complete, tests, mutantCoverage: this.#switch.mutantCoverage };
  }

  async mutantRun({ activeMutant, testFilter, hitLimit, disableBail }) {
    const selected = new Set(testFilter);
    const files = [...new Set(testFilter.map((id) => id.slice(0, id.indexOf(SEPARATOR))))];
    for (const file of files) await this.#load(file);
    Object.assign(this.#switch, {
      activeMutant: activeMutant.id,
      hitLimit,
      hitCount: hitLimit ? 0 : undefined,
    });
    let count = 0;
    const killedBy = [];
    let failureMessage = '';
    try {
      for (const file of files) {
        const { failed, passed } = await this.#runFile(file, selected, !disableBail);
        count += failed.length + passed.length;
        killedBy.push(...failed.map(({ id }) => id));
        failureMessage ||= failed[0]?.failureMessage ?? '';
        if (failed.length > 0 && !disableBail) break;
      }
    } finally {
      this.#switch.activeMutant = undefined;
    }
    if (hitLimit && this.#switch.hitCount > hitLimit)
      return { status: MutantRunStatus.Timeout, reason: 'hit limit' };
    return killedBy.length > 0
      ? { status: MutantRunStatus.Killed, killedBy, failureMessage, nrOfTests: count }
      : { status: MutantRunStatus.Survived, nrOfTests: count };
  }

  async #load(file) {
    let loaded = this.#loaded.get(file);
    if (!loaded) {
      circus.resetState();
      expect.setState({ testPath: path.resolve(file) });
      await import(pathToFileURL(file).href);
      const { rootDescribeBlock, hasFocusedTests } = circus.getState();
      loaded = { block: rootDescribeBlock, hasOnly: hasFocusedTests };
      this.#loaded.set(file, loaded);
    }
    return loaded;
  }

  /** @param {Set<string> | undefined} selected ids of the tests to run; all where undefined */
  async #runFile(file, selected, bail) {
    const { block } = await this.#load(file);
    const result = { failed: [], passed: [] };
    await this.#runBlock(block, { file, selected, bail, result, names: [], before: [], after: [] });
    return result;
  }

  async #runBlock(block, run) {
    if (!hasSelectedTest(block, run)) return;
    const hooks = (type) => block.hooks.filter((hook) => hook.type === type).map(({ fn }) => fn);
    const inner = {
      ...run,
      before: [...run.before, ...hooks('beforeEach')],
      after: [...hooks('afterEach'), ...run.after],
    };
    try {
      for (const hook of hooks('beforeAll')) await call(hook);
      for (const child of block.children) {
        if (run.bail && run.result.failed.length > 0) break;
        if (child.mode === 'skip') continue;
        const names = [...run.names, child.name];
        if (child.type === 'describeBlock') await this.#runBlock(child, { ...inner, names });
        else if (isSelected(names, run)) await this.#runTest(child.fn, idOf(names, run), inner);
      }
    } catch (error) {
      run.result.failed.push(failure(idOf([...run.names, '(hook)'], run), error, 0));
    } finally {
      for (const hook of hooks('afterAll'))
        await call(hook).catch((error) =>
          run.result.failed.push(failure(idOf([...run.names, '(hook)'], run), error, 0)),
        );
    }
  }

  async #runTest(fn, id, { before, after, result }) {
    const start = performance.now();
    this.#switch.currentTestId = id;
    expect.setState({ suppressedErrors: [], currentTestName: id });
    let failed;
    try {
      for (const hook of before) await call(hook);
      await call(fn);
      const { suppressedErrors } = expect.getState();
      if (suppressedErrors?.length > 0) throw suppressedErrors[0];
    } catch (error) {
      failed = { error };
    }
    for (const hook of after) await call(hook).catch((error) => (failed ??= { error }));
    this.#switch.currentTestId = undefined;
    const timeSpentMs = performance.now() - start;
    if (failed) result.failed.push(failure(id, failed.error, timeSpentMs));
    else result.passed.push({ id, name: id, timeSpentMs });
  }
}

function specFiles() {
  return FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.spec.ts'))
      .map((name) => path.join(folder, name)),
  )
    .filter((file) => !SKIPPED.includes(file))
    .toSorted();
}

/** Between the file and the name of a test in its id. */
const SEPARATOR = ': ';

function idOf(names, { file }) {
  return `${file}${SEPARATOR}${names.join(' ')}`;
}

function isSelected(names, run) {
  return !run.selected || run.selected.has(idOf(names, run));
}

function hasSelectedTest(block, run, names = run.names) {
  return block.children.some((child) => {
    const path = [...names, child.name];
    return child.type === 'describeBlock' ? hasSelectedTest(child, run, path) : isSelected(path, run);
  });
}

function failure(id, error, timeSpentMs) {
  return {
    id,
    name: id,
    timeSpentMs,
    failureMessage: error instanceof Error ? error.message : String(error),
  };
}

async function call(fn) {
  if (fn.length > 0)
    await new Promise((resolve, reject) => fn((error) => (error ? reject(error) : resolve())));
  else await fn();
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'unit', UnitTestRunner)];
