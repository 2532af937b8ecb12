import type { TFunction } from 'i18next';
import { LogType } from '#contract/enums';
import type { LogResponse } from '#contract/resources/logs/log';
import type { ReceiptAttempt } from '#contract/resources/logs/receipt';
import { errorText } from '../../text/error-text';
import { detailsOf, present, readContent } from './rows/read-log-row';

/** A request that ended in an error, as its row records it. What the row lacks is undefined. */
export interface Failure {
  /** HTTP status that the client got. */
  status: number | undefined;
  /** Code and type of the error that the client got. */
  code: string | undefined;
  type: string | undefined;
  /** Code of the gateway's own error, which may say more than `code`. */
  ownCode: string | undefined;
  /** HTTP status of the provider. */
  upstreamStatus: number | undefined;
  path: string | undefined;
  /** The error in the language of the console; '' = none is recorded. */
  text: string;
  /** Further requests that failed in the same way, for which the row stands; 0 = the row is of one request. */
  suppressed: number;
  /** Channels skipped and called; administrators only. */
  attempts: ReceiptAttempt[];
  /** The provider's answer; administrators only. */
  upstreamMessage: string | undefined;
}

type FailedRow = Pick<LogResponse, 'type' | 'content' | 'other' | 'channel' | 'channel_name'>;

/** @returns undefined for rows of other types */
export function readFailure(row: FailedRow): Failure | undefined {
  if (row.type !== LogType.error) return undefined;
  const details = detailsOf(row);
  const { error, admin_info: admin } = details;
  return {
    status: details.status_code,
    code: present(details.error_code ?? error?.code ?? ''),
    type: present(details.error_type ?? ''),
    ownCode: error?.code,
    upstreamStatus: details.admin_info.upstream_status || undefined,
    path: present(details.request_path ?? ''),
    text: error ? errorText({ message: row.content, ...error }) : readContent(row),
    suppressed: details.suppressed ?? 0,
    attempts: attemptsOf(row),
    upstreamMessage: present(admin.upstream_message ?? ''),
  };
}

/** The failure in one line: further requests, status and text, as far as the row has them. */
export function failureLine({ suppressed, status, text }: Failure, t: TFunction): string {
  const parts = [suppressed > 0 && t('log.suppressed', { n: suppressed }), status, text];
  return parts.filter(Boolean).join(' · ');
}

/**
 * Channels in the order of receipts: those that were skipped, then those that were called. Unlike in receipts, the last one
 * did not answer either. Rows have the name of the last channel alone.
 */
function attemptsOf(row: FailedRow): ReceiptAttempt[] {
  const { admin_info: admin } = detailsOf(row);
  const { use_channel: called, failures, skipped, chosen, first_token_ms: answeredAfter } = admin;
  const named = (channel: number) => ({
    channel,
    channel_name: channel === row.channel ? row.channel_name : '',
  });
  return [
    ...skipped.map(({ channel, reason }) => ({
      ...named(channel),
      result: 'skipped' as const,
      reason,
      status: null,
      code: '',
      ms: null,
      first_token_ms: null,
    })),
    ...called.map((channel, index) => {
      const failure = failures[index];
      const { status = null, code = '', detail = '', ms = null } = failure ?? {};
      // The last call may have answered, and its response broke off.
      const firstToken = failure
        ? failure.first_token_ms
        : index === called.length - 1
          ? answeredAfter
          : undefined;
      return {
        ...named(channel),
        result: 'failed' as const,
        reason: index === 0 ? chosen : ('retry' as const),
        status,
        code: [code, detail].filter(Boolean).join(' · '),
        ms,
        first_token_ms: firstToken ?? null,
      };
    }),
  ];
}
