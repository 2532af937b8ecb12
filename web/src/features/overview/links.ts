import { LogType } from '#contract/enums';
import type { LogResult } from '#contract/resources/logs/log';
import { withQuery } from '../../lib/api/api';

/** Epoch seconds; `to` is exclusive. */
interface Span {
  from: number;
  to: number;
}

interface LogFilters {
  type?: (typeof LogType)['consumption' | 'error'];
  result?: LogResult;
  model_name?: string;
  username?: string;
  token_name?: string;
}

/** The usage log of the period. */
export function logPath({ from, to }: Span, filters: LogFilters): string {
  return withQuery('/log', { start: from, end: to - 1, ...filters });
}

/** The list of channels, searched for this one. */
export function channelPath({ id, name }: { id: number; name: string }): string {
  return withQuery('/channel', { keyword: name || id, tag_mode: false });
}

/** The list of channels, those that need attention first. */
export const TROUBLED_CHANNELS = '/channel?sort=trouble&tag_mode=false';
