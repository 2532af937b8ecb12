import { ApiError } from '../../../contract/errors/api-error.js';
import type { AttemptHistory } from '../attempt/attempt-history.js';
import type { Answer, Failed, FinalResult } from '../attempt/attempt-result.js';
import type { Ending } from '../settle/endings.js';
import { failureRenderer } from './passed-renderer.js';
import type { RequestScope } from '../request-scope.js';

/** The answer that is charged and finished, however the attempts ended. */
export function finalAnswer(
  scope: RequestScope,
  history: AttemptHistory,
  result: FinalResult<Answer>,
): Answer {
  switch (result.kind) {
    case 'answered':
      return result.answer;
    case 'interrupted': {
      const { ending, problem, outcome, renderer } = result;
      return {
        ending: scope.clientGone ? 'cut-by-client' : ending,
        problem,
        outcome,
        sendEnd: undefined,
        storedResponse: undefined,
        renderFailure: failureRenderer(renderer),
      };
    }
    case 'failed':
      return withoutResponse(endingOf(scope, history, result), result);
    case 'client-gone':
      return withoutResponse('cut-by-client', NOTHING_SENT);
  }
}

const NOTHING_SENT = { problem: undefined, outcome: undefined, renderFailure: undefined };

function withoutResponse(
  ending: Ending,
  { problem, outcome, renderFailure }: Pick<Failed, 'problem' | 'outcome' | 'renderFailure'>,
): Answer {
  return {
    ending,
    problem,
    outcome,
    sendEnd: undefined,
    storedResponse: undefined,
    renderFailure,
  };
}

function endingOf(scope: RequestScope, history: AttemptHistory, { problem }: Failed): Ending {
  // A defect stopped the response after its beginning.
  if (scope.committed) return 'malformed';
  if (scope.clientGone) return 'cut-by-client';
  if (problem instanceof ApiError) return 'refused';
  return history.failures.at(-1)?.code === 'empty_answer' ? 'empty' : 'failed-before-bytes';
}
