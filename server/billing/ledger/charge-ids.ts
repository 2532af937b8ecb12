const ADJUSTMENT = ':settle';

/** The request id of the entry that charges what a request cost beyond its first charge. */
export function adjustmentOf(requestId: string): string {
  return `${requestId}${ADJUSTMENT}`;
}

/** The request whose charge an entry belongs to: the id of the entry, or that of the request it adjusts. */
export function chargedRequest(entryId: string): string {
  return entryId.endsWith(ADJUSTMENT) ? entryId.slice(0, -ADJUSTMENT.length) : entryId;
}

/** SQL that tells the entry of an adjustment. */
export const IS_ADJUSTMENT = `request_id LIKE '%${ADJUSTMENT}'`;
