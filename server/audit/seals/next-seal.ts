import {
  canonicalRow,
  dayOf,
  FIRST_PREVIOUS,
  sealHash,
  type SealedRow,
  type SealHead,
} from './canonical-rows.js';

/** Characters of rows after which a seal ends. It has one row at least. */
const MAX_LENGTH = 1024 * 1024;

/** The seal that a new one follows. */
export type PreviousSeal = Pick<SealHead, 'id' | 'day' | 'lastId'> & { readonly hash: string };

/**
 * The seal of the first of these rows: those of one day. A row belongs to the day of its time, but to no earlier day than the row before,
 * since clocks of servers differ, and to no later day than today.
 * @param rows by id, the first after the last one of `previous`; at least one
 * @param now Unix seconds
 */
export function nextSeal(
  previous: PreviousSeal | undefined,
  rows: readonly [SealedRow, ...SealedRow[]],
  now: number,
): SealHead & { readonly hash: string } {
  const today = dayOf(now);
  const bounded = (earliest: string, at: number) => {
    const day = dayOf(at);
    const latest = day > today ? today : day;
    return latest < earliest ? earliest : latest;
  };
  const day = bounded(previous?.day ?? '', rows[0].createdAt);
  let length = 0;
  const end = rows.findIndex((row, index) => {
    length += canonicalRow(row).length;
    return index > 0 && (length > MAX_LENGTH || bounded(day, row.createdAt) !== day);
  });
  const sealed = end === -1 ? rows : rows.slice(0, end);
  const head = {
    id: (previous?.id ?? 0) + 1,
    day,
    firstId: (previous?.lastId ?? 0) + 1,
    lastId: sealed.at(-1)!.id,
    rows: sealed.length,
    sealedAt: now,
  };
  return { ...head, hash: sealHash(head, previous?.hash ?? FIRST_PREVIOUS, sealed) };
}
