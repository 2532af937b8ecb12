import { LogType } from '../../contract/enums.js';
import { integer, trimmed } from '../sources/column-values.js';
import type { SourceRow } from '../sources/source.js';
import { millisecondsOf, quotaOf } from './columns.js';
import { tokenId } from './tokens.js';

/** Columns that are read: those with requests and answers, which are large, are not. */
export const SPEND_COLUMNS: readonly string[] =
  'request_id api_key spend prompt_tokens completion_tokens startTime endTime model model_group user'.split(
    ' ',
  );
/** Unix milliseconds from which ids of rows are counted, so that they stay exact: no release is older. */
const FIRST_DAY = Date.UTC(2023, 0, 1);
/** Rows that may end in the same millisecond. */
const PER_MILLISECOND = 1000;

/** Owner and name of a key, by the id of its row. */
export type KnownToken = Pick<SourceRow, 'user_id' | 'name'> & { readonly username: string };

/**
 * Tells rows apart that ended in the same millisecond, once all are staged: those of LiteLLM have texts as ids, without an order.
 */
export const DISTINCT_IDS = `UPDATE logs SET id = id + ranked.place FROM (
    SELECT rowid AS row, row_number() OVER (PARTITION BY id ORDER BY request_id) - 1 AS place FROM logs) ranked
  WHERE ranked.row = logs.rowid AND ranked.place > 0`;

/** The row of the log for a request; undefined if it has no time. Its id follows the time at which the request ended. */
export function logRow(
  row: SourceRow,
  unit: number,
  tokens: ReadonlyMap<string, KnownToken>,
): SourceRow | undefined {
  const token = tokenId(trimmed(row, 'api_key'));
  const known = tokens.get(token);
  const begun = millisecondsOf(row, 'startTime');
  const ended = millisecondsOf(row, 'endTime') ?? begun;
  if (ended === undefined || ended < FIRST_DAY) return undefined;
  return {
    id: String((ended - FIRST_DAY) * PER_MILLISECOND),
    user_id: known?.user_id ?? '0',
    created_at: String(Math.floor(ended / 1000)),
    type: String(LogType.consumption),
    content: '',
    username: known?.username ?? trimmed(row, 'user'),
    token_name: known?.name ?? '',
    model_name: trimmed(row, 'model_group') || trimmed(row, 'model'),
    quota: String(Math.max(quotaOf(row, 'spend', unit) ?? 0, 0)),
    prompt_tokens: String(integer(row, 'prompt_tokens')),
    completion_tokens: String(integer(row, 'completion_tokens')),
    use_time: String(begun === undefined ? 0 : Math.round((ended - begun) / 1000)),
    is_stream: '0',
    channel_id: '0',
    token_id: known ? token : '0',
    group: '',
    other: '',
    request_id: trimmed(row, 'request_id'),
  };
}
