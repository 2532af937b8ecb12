/**
 * Runs once in every thread of jest-light-runner, which runs test files one after another without isolation: restores
 * the initial environment for each file and limits the duration of each test and hook.
 */
import './password-hashes.mjs';
import { addEventHandler, getState } from 'jest-circus';

/** Sized for machines ten times slower than usual; passing tests never wait for it. */
const TEST_TIMEOUT_MS = 240_000;

// The TypeScript loader is for this process only, not for programs that tests start.
delete process.env.NODE_OPTIONS;
// Applications of tests share the output with the reporter. Programs that tests start do not inherit this.
process.env.LOG_LEVEL ??= 'error';
const environment = { ...process.env };
let file;

addEventHandler((event) => {
  if (expect.getState().testPath !== file) {
    file = expect.getState().testPath;
    restoreEnvironment();
  }
  const block = getState().currentDescribeBlock;
  if (event.name === 'add_test') limit(block.children.at(-1), event.timeout);
  if (event.name === 'add_hook') limit(block.hooks.at(-1), event.timeout);
});

function restoreEnvironment() {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
}

/** @param {number} [declaredMs] a longer time that the test declares; a shorter one would fail it on a busy machine only */
function limit(entry, declaredMs = 0) {
  const { fn } = entry;
  if (!fn || fn.length > 0) return;
  const timeoutMs = Math.max(declaredMs, TEST_TIMEOUT_MS);
  entry.fn = async () => {
    let timer;
    const exceeded = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`took longer than ${timeoutMs / 1000} s`)), timeoutMs);
    });
    try {
      await Promise.race([fn(), exceeded]);
    } catch (error) {
      throw withCause(error);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** The reporter prints the stack only, but a failed property of fast-check has the failed assertion as its cause. */
function withCause(error) {
  if (error instanceof Error && error.cause instanceof Error)
    error.stack += `\n\nCaused by: ${error.cause.message}\n${error.cause.stack}`;
  return error;
}
