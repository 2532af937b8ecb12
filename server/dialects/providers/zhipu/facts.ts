import type { FailureFact } from '../../kit/facts/declared-facts.js';
import { providerFacts } from '../../kit/facts/provider-facts.js';

const CODES = 'https://docs.bigmodel.cn/cn/faq/api-code';

/** Errors are sent with status 200. */
const means = (codes: readonly string[], meaning: FailureFact['means']): FailureFact => ({
  codes,
  means: meaning,
  source: CODES,
});

/** Version 3 of Zhipu's API. */
export const zhipuFacts = providerFacts(
  {
    tooLong: [{ codes: ['1261'], source: CODES }],
    usage: [{ reads: ['prompt_tokens', 'completion_tokens', 'total_tokens'], source: CODES }],
    failures: [
      means(['1000', '1001', '1002', '1003', '1004'], { status: 401, retryable: true, disables: true }),
      // The account is inactive, unknown, locked or without balance.
      means(['1110', '1111', '1112', '1121'], { status: 403, retryable: true, disables: true }),
      means(['1113'], { status: 429, retryable: true, disables: true }),
      means(['1120'], { status: 503, retryable: true, disables: false }),
      means(['1210', '1212', '1213', '1214', '1215', '1231', '1261', '1300', '1301'], {
        status: 400,
        retryable: false,
        disables: false,
      }),
      means(['1211', '1221', '1222'], { status: 404, retryable: true, disables: false }),
      means(['1220'], { status: 403, retryable: true, disables: false }),
      means(['500', '1230', '1234'], { status: 500, retryable: true, disables: false }),
      means(['1302', '1303', '1304', '1305'], { status: 429, retryable: true, disables: false }),
    ],
  },
  { passesOn: true },
);
