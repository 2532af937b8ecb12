import type { DeclaredFacts, FailureFact } from '../../kit/facts/declared-facts.js';

/** What the code means, most of which come with status 200. */
const means = (codes: RegExp, meaning: FailureFact['means']): FailureFact => ({
  codes,
  means: meaning,
  source: 'https://cloud.tencent.com/document/api/1729/101842',
});

export const tencentFacts: DeclaredFacts = {
  finish: [
    {
      words: { sensitive: 'content-filter' },
      source: 'https://cloud.tencent.com/document/api/1729/105701',
    },
  ],
  failures: [
    means(/^(?:AuthFailure|UnauthorizedOperation)/, { status: 401, retryable: true, disables: true }),
    means(
      /^(?:ResourceInsufficient|FailedOperation\.(?:ResourcePackExhausted|ServiceNotActivated|ServiceStop\w*))/,
      { status: 403, retryable: true, disables: true },
    ),
    means(/^(?:LimitExceeded|RequestLimitExceeded)/, { status: 429, retryable: true }),
    means(/^(?:InvalidParameter|MissingParameter|UnsupportedOperation|UnknownParameter)/, {
      status: 400,
      retryable: false,
    }),
    means(/^(?:FailedOperation\.Engine|InternalError)/, { status: 500, retryable: true }),
  ],
};
