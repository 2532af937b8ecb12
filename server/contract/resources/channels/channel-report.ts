import { z } from 'zod';
import { resultSlot } from '../overview.js';
import { channelKeyResponse } from './channel-key.js';

/** Hours of the report, up to the end of the present one. */
export const REPORT_HOURS = 24;
/** Rows of each list, which bound the size of the report. */
export const REPORT_ROWS = { models: 50, errors: 50, keys: 100, changes: 20 } as const;
/** Entries of the audit log among which the changes of a channel are looked for, the latest first. */
export const REPORT_CHANGES_AMONG = 10_000;

const firstToken = z.int().nullable().describe('Milliseconds, at most 15 % off; null: no answers.');

/** An hour. */
const slot = resultSlot.extend({
  first_token_p50: firstToken,
  first_token_p95: firstToken,
});

const calls = {
  attempts: z.int().describe('Calls.'),
  failures: z.int().describe('Calls that failed through no fault of the request.'),
};

const model = z.strictObject({
  model: z.string(),
  ...calls,
  rate_limited: z.int().describe('Failures with status 429.'),
  first_token_p50: firstToken,
  first_token_p95: firstToken,
  quota: z.int().describe('Quota units.'),
});

const failedRequest = z.strictObject({
  /** Of the row of the log. */
  id: z.int(),
  /** Unix seconds. */
  created_at: z.int(),
  request_id: z.string(),
  model: z.string(),
  username: z.string(),
  token_name: z.string(),
  status: z.int().nullable().describe('HTTP status that the client got.'),
  upstream_status: z.int().nullable().describe('HTTP status of the provider; null: it did not answer.'),
  code: z.string().describe('Of the error that the client got.'),
  message: z.string(),
  error: z
    .strictObject({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) })
    .nullable()
    .describe('An error of the gateway itself, of which `message` is the text.'),
  suppressed: z.int().describe('Further requests that failed in the same way, for which the row stands.'),
});

const change = z.strictObject({
  /** Of the entry of the audit log. */
  id: z.int(),
  /** Unix seconds. */
  created_at: z.int(),
  actor_name: z.string(),
  content: z.string(),
  text: z
    .strictObject({ code: z.string(), params: z.record(z.string(), z.unknown()).optional() })
    .nullable()
    .describe('Code and parameters of `content`.'),
});

/** One channel within the last 24 hours. */
export const channelReportResponse = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    type: z.int(),
    status: z.int(),
    drained_until: z.int().describe('Unix seconds; 0 or a time in the past: not drained.'),
    priority: z.int(),
    weight: z.int(),
    group: z.string().describe('Comma-separated; at most 1000 characters.'),
    tag: z.string().nullable(),
    other_info: z.string().describe('As of the channel, without its disabled keys.'),
    from: z.int().describe('Beginning of the first hour, Unix seconds.'),
    to: z.int().describe('End of the present hour.'),
    slots: z
      .array(slot)
      .describe('Requests by result and times to the first data, of each hour, the latest last.'),
    models: z.array(model).describe(`The ${REPORT_ROWS.models} models with the most calls.`),
    models_total: z.int(),
    errors: z
      .array(failedRequest)
      .describe(
        `The last ${REPORT_ROWS.errors} requests that failed with this channel as the last one, of any time.`,
      ),
    keys: z
      .array(channelKeyResponse.extend(calls))
      .describe(`Disabled keys first, at most ${REPORT_ROWS.keys}; empty unless the channel has several.`),
    keys_total: z.int(),
    keys_disabled: z.int(),
    changes: z
      .array(change)
      .describe(
        `The last ${REPORT_ROWS.changes} changes by administrators, among the last ${REPORT_CHANGES_AMONG} of the audit log.`,
      ),
  })
  .meta({ id: 'ChannelReport' });
export type ChannelReportResponse = z.infer<typeof channelReportResponse>;
