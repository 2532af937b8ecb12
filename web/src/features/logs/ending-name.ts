import type { TFunction } from 'i18next';

const ENDINGS = [
  'done',
  'eof',
  'timeout',
  'upstream_error',
  'malformed',
  'client_gone',
  'server_stopped',
  'server_lost',
  'quota_exhausted',
  'empty',
] as const;

/** Translated name of a stream's end reason. */
export function endingName(reason: string, t: TFunction): string {
  const known = ENDINGS.find((ending) => ending === reason);
  return known ? t(`ending.${known}`) : reason;
}

/** True if the request did not end normally, e.g. the stream was cut off or empty. */
export function endedBadly(reason: string | undefined): reason is string {
  return reason !== undefined && reason !== 'done';
}
