import type { UpstreamFailure } from '../../canonical/failure.js';
import { parseRecord, type UnknownRecord } from '../../json/lenient.js';
import { statusFailure } from '../provider-error.js';
import type { UpstreamHeaders } from '../provider.js';

/** An error as the provider reports it. */
export interface ReportedError {
  readonly message: string;
  /** The provider's code; '' if there is none. */
  readonly code: string;
}

/** What follows from the codes of a provider. Other codes leave what follows from the HTTP status. */
export type ErrorMeanings = Readonly<Partial<Record<string, Partial<UpstreamFailure>>>>;

/** Statuses that say that the request itself is wrong, so that other channels would refuse it, too. */
const OF_REQUEST = [400, 408, 413, 422, 504, 524];

/** Creates a reader of responses whose status is not 2xx. */
export function errorReader(read: (body: UnknownRecord) => ReportedError, meanings: ErrorMeanings = {}) {
  return (status: number, headers: UpstreamHeaders, body: string): UpstreamFailure => {
    const { message, code } = read(parsed(body));
    const error = message === '' ? body : JSON.stringify({ error: { message, code } });
    const failed = statusFailure(status, headers, error, (one) => !OF_REQUEST.includes(one));
    // These APIs have no `param`, and their codes are none of OpenAI's.
    const { reported: _reported, tooLong: _tooLong, ...failure } = failed;
    return withMeaning(failure, meanings);
  };
}

/** Replaces what follows from the HTTP status by what the provider's code means. */
export function withMeaning(failure: UpstreamFailure, meanings: ErrorMeanings): UpstreamFailure {
  return { ...failure, ...meanings[failure.code] };
}

/** Errors of proxies are HTML or plain text: only their status is used. */
function parsed(body: string): UnknownRecord {
  try {
    return parseRecord(body);
  } catch {
    return {};
  }
}
