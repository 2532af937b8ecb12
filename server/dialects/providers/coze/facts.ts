import type { FailureFact } from '../../kit/facts/declared-facts.js';
import { providerFacts } from '../../kit/facts/provider-facts.js';

const CODES = 'https://www.coze.cn/docs/developer_guides/coze_error_codes';

/** Most errors are sent with status 200. */
const means = (codes: readonly string[], meaning: FailureFact['means']): FailureFact => ({
  codes,
  means: meaning,
  source: CODES,
});

const invalid = (status: number, ...codes: readonly string[]) =>
  means(codes, { status, retryable: status !== 400, disables: false });

export const cozeFacts = providerFacts(
  {
    tooLong: [{ codes: ['4010'], source: CODES }],
    usage: [
      {
        reads: ['output_count', 'input_count', 'token_count'],
        source: 'https://www.coze.cn/docs/developer_guides/chat_v3',
      },
    ],
    failures: [
      means(['4100', '700012006'], { status: 401, retryable: true, disables: true }),
      means(['4011', '4019', '4022', '4028'], { status: 402, retryable: true, disables: true }),
      // The token may not use the bot.
      means(['4101'], { status: 403, retryable: true, disables: true }),
      invalid(403, '4102'),
      invalid(429, '4008', '4009', '4016', '4020'),
      invalid(503, '4013'),
      invalid(500, '5000'),
      invalid(404, '4001', '4002', '4006', '4012', '4015', '4021', '4200'),
      invalid(413, '4302'),
      invalid(415, '4303'),
      invalid(400, '4000', '4003', '4004', '4005', '4007', '4010', '4014', '4105', '4300', '4301', '4304'),
    ],
  },
  { passesOn: true },
);
