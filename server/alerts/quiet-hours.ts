const RANGE = /^\s*(\d{1,2}):(\d{2})\s*-\s*(\d{1,2}):(\d{2})\s*$/;

/**
 * Whether a time is within the quiet hours, in the time zone of this process. A range may pass midnight.
 * @param hours such as `22:00-07:00`; anything else means that there are none
 */
export function isQuiet(hours: string, at: Date): boolean {
  const [, ...parts] = RANGE.exec(hours) ?? [];
  if (parts.length === 0) return false;
  const [fromHour, fromMinute, toHour, toMinute] = parts.map(Number) as [number, number, number, number];
  if (fromHour > 24 || toHour > 24 || fromMinute > 59 || toMinute > 59) return false;
  const from = fromHour * 60 + fromMinute;
  const to = toHour * 60 + toMinute;
  const now = at.getHours() * 60 + at.getMinutes();
  return from <= to ? now >= from && now < to : now >= from || now < to;
}
