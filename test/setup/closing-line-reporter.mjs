/** Jest reporter: ends the run with one plain line for people and scripts, after Jest's own summary. */
export default class ClosingLineReporter {
  /** @param {unknown} _tests @param {import('@jest/reporters').AggregatedResult} results */
  onRunComplete(_tests, results) {
    // A file that could not even be loaded has no failed test, and is a failure all the same.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    process.once('exit', () => console.log(`\n${results.numPassedTests} passed, ${failed} failed`));
  }
}
