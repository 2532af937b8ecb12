import { endReasons } from '#contract/enums';
import type { TFunction } from 'i18next';

/** Translated name of a stream's end reason; imported rows may have others, which are shown as they are. */
export function endingName(reason: string, t: TFunction): string {
  const knownReason = endReasons.find((ending) => ending === reason);
  return knownReason ? t(`ending.${knownReason}`) : reason;
}

/** True if the request did not end normally, e.g. the stream was cut off or empty. */
export function endedBadly(reason: string | undefined): reason is string {
  return reason !== undefined && reason !== 'done';
}
