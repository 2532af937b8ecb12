import { formatFixed } from '../../lib/format/format';

/** The change of a figure since the period before. `isGood` undefined = neither good nor bad. */
export interface Change {
  /** Signed, with an arrow. */
  text: string;
  isGood: boolean | undefined;
}

interface Figure {
  now: number | null;
  before: number | null;
}

export type Better = 'higher' | 'lower' | 'neither';

/** Where there was nothing to compare with. */
export const NOTHING = '–';
const MOST_PERCENT = 1000;

/** In percent of the figure of the period before; undefined where there was none. */
export function changeOf({ now, before }: Figure, better: Better): Change | undefined {
  if (now === null || before === null || before <= 0) return undefined;
  const percent = Math.round((now / before - 1) * 100);
  const shown = Math.min(Math.abs(percent), MOST_PERCENT);
  const beyond = Math.abs(percent) > MOST_PERCENT ? '>' : '';
  return { text: signed(percent, `${beyond}${shown}%`), isGood: isGood(percent, better) };
}

/** Of shares between 0 and 1. @param textOf writes percentage points, which have one decimal */
export function pointsOf(
  { now, before }: Figure,
  better: Better,
  textOf: (points: string) => string,
): Change | undefined {
  if (now === null || before === null) return undefined;
  const points = Math.round((now - before) * 1000) / 10;
  return { text: signed(points, textOf(formatFixed(Math.abs(points), 1))), isGood: isGood(points, better) };
}

/** An amount with the arrow and the sign of its direction. @param size the amount without a sign */
export function signed(change: number, size: string): string {
  if (change === 0) return '=';
  return change > 0 ? `↑ +${size}` : `↓ -${size}`;
}

function isGood(change: number, better: Better): boolean | undefined {
  if (better === 'neither' || change === 0) return undefined;
  return change > 0 === (better === 'higher');
}
