import LightRunner from 'jest-light-runner';

/**
 * The runner of all projects. It runs their files on the same threads, where jest-light-runner starts a set of threads per
 * project: every thread loads the application, which takes seconds. The projects differ in their files only.
 */
export default class OnePoolRunner extends LightRunner {
  #config;

  _runTest(test) {
    this.#config ??= test.context.config;
    return super._runTest({ path: test.path, context: { config: this.#config } });
  }
}
