import { z } from 'zod';
import { ruleMessage } from '../../errors/rules.js';
import { integerParameter, pageParameters, pageResponse, textParameter } from '../../query.js';

/** A row of the usage log. Users see their own rows without channels and administrator details. */
export const logResponse = z
  .strictObject({
    id: z.int(),
    user_id: z.int(),
    /** Unix seconds. */
    created_at: z.int(),
    type: z
      .int()
      .describe(
        'LogType: 1 top-up, 2 consumption, 3 management, 4 system, 5 error (if requested), 6 refund (if requested, see `refund_type`).',
      ),
    content: z.string(),
    username: z.string(),
    token_name: z.string(),
    model_name: z.string(),
    /** Quota units. */
    quota: z.int(),
    prompt_tokens: z.int(),
    completion_tokens: z.int(),
    /** Whole seconds. */
    use_time: z.int(),
    is_stream: z.boolean(),
    /** Channel id. */
    channel: z.int(),
    channel_name: z.string(),
    token_id: z.int(),
    group: z.string(),
    /** JSON text, or '': the members of `log-details.ts`. */
    other: z.string(),
    request_id: z.string(),
  })
  .meta({ id: 'Log' });
export type LogResponse = z.infer<typeof logResponse>;

/** A page of the log, in the format of lists with 1-based pages. */
export const logPageResponse = pageResponse(logResponse).meta({ id: 'LogPage' });
export type LogPageResponse = z.infer<typeof logPageResponse>;

export const logSumsResponse = z
  .strictObject({
    /** Quota units charged in the range. */
    quota: z.number(),
    /** Requests in the last minute. */
    rpm: z.int(),
    /** Input and output tokens in the last minute. */
    tpm: z.int(),
  })
  .meta({ id: 'LogSums' });
export type LogSumsResponse = z.infer<typeof logSumsResponse>;

/** Requests that the log can be limited to. */
export const LOG_RESULTS = ['failed', 'slow', 'rescued'] as const;
export type LogResult = (typeof LOG_RESULTS)[number];
/** Milliseconds until the first data from which requests can be looked for: an index has those that took as long. */
export const MIN_SLOW_MS = 3000;
/** Milliseconds until the first data, above which a request is slow unless the reader chooses another limit. */
export const DEFAULT_SLOW_MS = 10_000;

/** Filters of a user's own rows; empty texts, zeros and malformed numbers do not filter. */
const ownFilter = {
  type: integerParameter('LogType.'),
  start_timestamp: integerParameter('Unix seconds, inclusive.'),
  end_timestamp: integerParameter('Unix seconds, inclusive.'),
  token_name: textParameter(),
  model_name: textParameter('`%` matches any text.'),
  group: textParameter(),
  request_id: textParameter('Id of a request, as in its answer and in error messages.'),
  error: textParameter(
    'Requests that failed with this status, this error code, or this text in their message. Selects no other rows.',
  ),
  result: z
    .enum(['', ...LOG_RESULTS])
    .optional()
    .transform((result) => result || undefined)
    .describe(
      '`failed`: requests that failed; `slow`: charged requests whose first data took `slow_ms` or longer; `rescued`: charged requests that were answered to the end after a call had failed. Selects no other rows.',
    ),
  slow_ms: integerParameter()
    .refine((ms) => ms === 0 || ms >= MIN_SLOW_MS, ruleMessage('too_small', { min: MIN_SLOW_MS }))
    .meta({
      type: 'integer',
      description: `Milliseconds from the arrival of a request to its first data, at least ${MIN_SLOW_MS}; ${DEFAULT_SLOW_MS} if absent.`,
    }),
};
const filter = { ...ownFilter, username: textParameter(), channel: integerParameter('Channel id.') };

export const ownLogSumsQuery = z.object(ownFilter);
export type OwnLogSumsQuery = z.infer<typeof ownLogSumsQuery>;

export const logSumsQuery = z.object(filter);
export type LogSumsQuery = z.infer<typeof logSumsQuery>;

const listed = {
  refund_type: integerParameter(
    '6: refunds of failed tasks have this type. Otherwise they are of type 4 (system), which all consoles of the API know.',
  ),
  error_type: integerParameter(
    '5: rows of requests that failed are included. Otherwise they are left out unless `type` asks for them: older clients of the API do not know them.',
  ),
  ...pageParameters,
};

export const ownLogListQuery = z.object({ ...ownFilter, ...listed });
export type OwnLogListQuery = z.infer<typeof ownLogListQuery>;

export const logListQuery = z.object({ ...filter, ...listed });
export type LogListQuery = z.infer<typeof logListQuery>;

export const logSearchQuery = z.object({
  keyword: textParameter('A log type, or for administrators the beginning of `content`.'),
});
export type LogSearchQuery = z.infer<typeof logSearchQuery>;

export const tokenLogsQuery = z.object({
  key: textParameter('API key, with or without `sk-`. The Authorization header is preferable.'),
});
export type TokenLogsQuery = z.infer<typeof tokenLogsQuery>;

/** Seconds, possibly with a fraction: the console divides milliseconds by 1000. 0 if absent or malformed. */
function readSeconds(value: unknown): number {
  return typeof value === 'string' && /^\d{1,12}(\.\d+)?$/.test(value) ? Number(value) : 0;
}

export const deleteLogsQuery = z.object({
  target_timestamp: z
    .unknown()
    .optional()
    .transform(readSeconds)
    .refine((seconds) => seconds > 0, 'log_target_missing')
    .meta({ type: 'number', description: 'Unix seconds; older rows are deleted.' }),
});
export type DeleteLogsQuery = z.infer<typeof deleteLogsQuery>;
