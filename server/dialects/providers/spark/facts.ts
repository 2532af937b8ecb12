import type { DeclaredFacts, FailureFact, UsageFact } from '../../kit/facts/declared-facts.js';

const CODES = 'https://www.xfyun.cn/doc/spark/错误码.html';

const means = (codes: readonly string[], meaning: FailureFact['means']): FailureFact => ({
  codes,
  means: meaning,
  source: CODES,
});

/** The last question alone, of the API over HTTP, too. */
export const sparkUsage: UsageFact = {
  within: { sums: ['question_tokens'] },
  source: 'https://www.xfyun.cn/doc/spark/Web.html',
};

/** Errors are sent in frames, without a status; other codes are errors of the upstream. */
export const sparkFacts: DeclaredFacts = {
  tooLong: [{ codes: ['10907'], source: CODES }],
  usage: [sparkUsage],
  failures: [
    means(['10013', '10014', '10019'], { status: 400, retryable: false, kind: 'content_filter' }),
    means(['10015', '10016', '10313'], { status: 401, retryable: true, disables: true }),
    means(['11200', '11221'], { status: 403, retryable: true, disables: true }),
    means(['11201', '11202', '11203', '10007'], { status: 429, retryable: true }),
    means(['10006', '10008', '10009', '10010', '10011', '10012', '10110'], { status: 500, retryable: true }),
    means(['10907', '10003', '10004', '10005', '10163', '10404'], { status: 400, retryable: false }),
  ],
};
