/** Jest reporter that ends the output with one line of totals, after Jest's own summary. */
export default class ClosingLineReporter {
  /** @param {unknown} _tests @param {import('@jest/reporters').AggregatedResult} results */
  onRunComplete(_tests, results) {
    // A file that fails to load has no failed test, but counts as a failure.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    process.once('exit', () => console.log(`\n${results.numPassedTests} passed, ${failed} failed`));
  }
}
