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

/** How a stream ended, in words. */
export function endingName(reason: string, t: TFunction): string {
  const known = ENDINGS.find((ending) => ending === reason);
  return known ? t(`ending.${known}`) : reason;
}

/** The stream was cut, or told nothing: somebody may want to know why. */
export function endedBadly(reason: string | undefined): reason is string {
  return reason !== undefined && reason !== 'done';
}
