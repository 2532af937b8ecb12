import type { OverviewPeriod } from '#contract/resources/overview';
import dayjs from 'dayjs';

/** A slot's begin at the axis. */
export function slotTick(at: number, period: OverviewPeriod): string {
  return dayjs.unix(at).format(period === 'day' ? 'HH:mm' : 'MM-DD');
}

/** From when to when a slot lasts. @param seconds its length */
export function slotSpan(at: number, seconds: number): string {
  const [start, end] = [dayjs.unix(at), dayjs.unix(at + seconds)];
  const isSameDay = start.isSame(end, 'day');
  return `${start.format('MM-DD HH:mm')} – ${end.format(isSameDay ? 'HH:mm' : 'MM-DD HH:mm')}`;
}
