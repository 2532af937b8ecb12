const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;
const MONDAY = 1;
/** From the beginning of a day, this is within the next one: days have 23 to 25 hours. */
const INTO_NEXT_DAY = 129_600;

/** Days of a time zone. All times are Unix seconds. */
export interface Days {
  /** Beginnings of the days of a period, each rounded down to an hour of UTC: the sums are by hour. */
  readonly starts: readonly number[];
  /** A day does not begin with an hour of UTC. */
  readonly shifted: boolean;
}

/** The days that a period has parts of. @param to exclusive */
export function daysOf(from: number, to: number, timeZone: string): Days {
  const clock = new ZoneClock(timeZone);
  const starts: number[] = [];
  let shifted = false;
  for (let day = clock.startOfDay(from); day < to; day = clock.nextDay(day)) {
    shifted ||= day % HOUR_SECONDS !== 0;
    starts.push(hourOf(day));
  }
  return { starts, shifted };
}

/**
 * Beginnings of the days or weeks of a period, exactly. Weeks begin on Monday.
 * @param to exclusive
 */
export function startsOf(grain: 'day' | 'week', from: number, to: number, timeZone: string): number[] {
  const clock = new ZoneClock(timeZone);
  const starts: number[] = [];
  for (let day = clock.startOfDay(from); day < to; day = clock.nextDay(day))
    if (grain === 'day' || starts.length === 0 || clock.weekday(day) === MONDAY) starts.push(day);
  const [first] = starts;
  if (grain === 'week' && first !== undefined) starts[0] = clock.startOfWeek(first);
  return starts;
}

/** The month that contains a time, its beginning and end rounded down to hours of UTC. */
export function monthOf(at: number, timeZone: string): { from: number; to: number } {
  const clock = new ZoneClock(timeZone);
  const local = new Date((at + clock.offset(at)) * 1000);
  const monthAt = (months: number) =>
    hourOf(clock.startOfLocal(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + months, 1) / 1000));
  return { from: monthAt(0), to: monthAt(1) };
}

/** Rounded down. */
export function hourOf(at: number): number {
  return Math.floor(at / HOUR_SECONDS) * HOUR_SECONDS;
}

class ZoneClock {
  private readonly format: Intl.DateTimeFormat;
  private latest = { at: NaN, offset: 0 };

  constructor(timeZone: string) {
    this.format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  }

  /** Seconds by which local time is ahead of UTC. */
  offset(at: number): number {
    if (this.latest.at !== at) this.latest = { at, offset: this.lookUp(at) };
    return this.latest.offset;
  }

  private lookUp(at: number): number {
    const parts = new Map(
      this.format.formatToParts(at * 1000).map(({ type, value }) => [type, Number(value)]),
    );
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    const local = Date.UTC(
      part('year'),
      part('month') - 1,
      part('day'),
      part('hour'),
      part('minute'),
      part('second'),
    );
    return local / 1000 - at;
  }

  /** 0 = Sunday. */
  weekday(at: number): number {
    return new Date((at + this.offset(at)) * 1000).getUTCDay();
  }

  startOfWeek(at: number): number {
    const local = at + this.offset(at);
    const days = (this.weekday(at) + 6) % 7;
    return this.startOfLocal((Math.floor(local / DAY_SECONDS) - days) * DAY_SECONDS);
  }

  startOfDay(at: number): number {
    const local = at + this.offset(at);
    return this.startOfLocal(Math.floor(local / DAY_SECONDS) * DAY_SECONDS);
  }

  /** @param day beginning of a day @returns beginning of the next one */
  nextDay(day: number): number {
    const next = day + DAY_SECONDS;
    // Looking up an offset takes 10 µs, and a period has hundreds of days.
    return this.offset(day) === this.offset(next) ? next : this.startOfDay(day + INTO_NEXT_DAY);
  }

  /** @param local midnight, as seconds since 1970 by the local clock */
  startOfLocal(local: number): number {
    const near = local - this.offset(local);
    // The offset may change between both.
    return local - this.offset(near);
  }
}
