import { z } from 'zod';
import type { LogDetailsInput } from '../../../contract/resources/logs/log-details.js';
import { columnText } from '../../../core/postgres/postgres-text.js';

/** Format number of the entries of the stream; raise it with any change. */
const FORMAT = 1;

const text = z.string().transform(columnText);
const count = z.int().min(0);

/** The columns of the row of a request that ended in an error. */
const failedRequest = z.object({
  userId: count,
  tokenId: count,
  /** Unix seconds. */
  createdAt: count,
  /** The channel called last; 0 = none. */
  channelId: count,
  requestId: text,
  username: text,
  tokenName: text,
  /** As requested where the request ended before the model of prices was known; '' where it was not read. */
  modelName: text,
  group: text,
  /** Whole seconds. */
  useTime: count,
  isStream: z.boolean(),
  /** The sentence for readers that know no codes. */
  content: text,
  /** JSON text of `LogDetailsInput`. */
  other: text,
});

const entry = z.object({ format: z.literal(FORMAT), row: failedRequest });

/** A row as it is stored. */
export type FailedRequestRow = z.infer<typeof failedRequest>;

/** A request that ended in an error. */
export interface FailedRequest extends Omit<FailedRequestRow, 'other'> {
  /** Stable code of the error; rows are limited by it. */
  readonly code: string;
  readonly details: LogDetailsInput;
}

/** A row as an entry of the stream. */
export function writeEntry({ code: _code, details, ...row }: FailedRequest): string {
  return JSON.stringify({ format: FORMAT, row: { ...row, other: JSON.stringify(details) } });
}

/** @returns undefined for an entry that this release cannot read */
export function readEntry(json: string): FailedRequestRow | undefined {
  try {
    return entry.parse(JSON.parse(json)).row;
  } catch {
    return undefined;
  }
}
