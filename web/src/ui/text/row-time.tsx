import { formatTime, nowSeconds } from '../../lib/format/format';
import classes from './row-time.module.css';

/** A time on one line. Tables hide the current year, which the tooltip still shows. @param seconds epoch seconds; 0 = none */
export function RowTime({ seconds }: { seconds: number }) {
  const text = formatTime(seconds);
  const year = `${thisYear()}-`;
  const recent = text.startsWith(year);
  return (
    <span className={recent ? classes.time : undefined} title={text}>
      {recent && <span className={classes.year}>{year}</span>}
      {recent ? text.slice(year.length) : text}
    </span>
  );
}

/** A time without the current year. */
export function shortTime(seconds: number): string {
  const text = formatTime(seconds);
  const year = `${thisYear()}-`;
  return text.startsWith(year) ? text.slice(year.length) : text;
}

function thisYear(): string {
  return formatTime(nowSeconds()).slice(0, 4);
}
