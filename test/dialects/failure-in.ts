import { UpstreamError, type UpstreamFailure } from '../../server/dialects/canonical/failure.js';

/** The failure that reading a response, or building a request, throws. */
export function failureIn(run: () => unknown): UpstreamFailure {
  try {
    run();
  } catch (problem) {
    if (problem instanceof UpstreamError) return problem.failure;
    throw problem;
  }
  throw new Error('no failure');
}
