/**
 * Options of an `LRUCache` that holds up to this many entries. With `max`, it would fill lists of that length when it is made,
 * which takes 20 ms for 50,000 entries and memory that most installations never use.
 */
export function maxEntries(entries: number): { maxSize: number; sizeCalculation: () => number } {
  return { maxSize: entries, sizeCalculation: () => 1 };
}
