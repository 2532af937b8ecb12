import i18next from 'i18next';
import { toast } from '../interaction/toast';

/**
 * The gateway's limit of management requests says nothing about what was requested: batches and pages pause until it
 * accepts requests again. All of them share one pause, because they share the limit.
 */
let resumesAt = 0;

/** After the pause, so that a clock that is slightly ahead does not request too early. */
const MARGIN_MS = 300;
/** How often a waiting batch looks whether it was stopped. */
const STEP_MS = 500;

/** Notes that the limit is reached, and tells the user once. @param seconds until requests are accepted again */
export function pauseFor(seconds: number): void {
  const until = Date.now() + seconds * 1000 + MARGIN_MS;
  if (until <= resumesAt) return;
  const isNew = resumesAt <= Date.now();
  resumesAt = until;
  if (isNew) toast.warning(i18next.t('http.paused', { n: Math.max(1, seconds) }));
}

export function isPaused(): boolean {
  return resumesAt > Date.now();
}

/** Resolves when requests are accepted again, or after `stopped`; at once if there is no pause. */
export async function resumed(stopped = () => false): Promise<void> {
  while (isPaused() && !stopped())
    await new Promise((resolve) => setTimeout(resolve, Math.min(resumesAt - Date.now(), STEP_MS)));
}
