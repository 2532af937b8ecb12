/** Jest reporter: ends the run with one plain line for people and scripts. */
export default class ClosingLineReporter {
  /** @param {unknown} _tests @param {import('@jest/reporters').AggregatedResult} results */
  onRunComplete(_tests, results) {
    // A file that could not even be loaded has no failed test, and is a failure all the same.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    console.log(`${results.numPassedTests} passed, ${failed} failed`);
  }
}
