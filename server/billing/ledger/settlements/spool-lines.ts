import { z } from 'zod';
import type { SettleItem } from '../../../core/redis/scripts/settle.js';

/** `entry` begins with its own format number. */
const line = z.tuple([z.string().min(1), z.int().positive(), z.int().min(0), z.int().min(0), z.string()]);

/** A settlement as one line of a file: a JSON array. */
export function spoolLine({ requestId, userId, tokenId, charge, entry }: SettleItem): string {
  return `${JSON.stringify([requestId, userId, tokenId, charge, entry])}\n`;
}

/**
 * The settlements of a file. They count against no limit of successful requests, since their window is over.
 * @param damaged called with each line that cannot be read, which a process left that was killed while it wrote
 */
export function readSpoolLines(
  content: string,
  damaged: (text: string, error: unknown) => void,
): SettleItem[] {
  const items: SettleItem[] = [];
  for (const text of content.split('\n')) {
    if (text === '') continue;
    try {
      const [requestId, userId, tokenId, charge, entry] = line.parse(JSON.parse(text));
      items.push({ requestId, userId, tokenId, charge, entry, windowSeconds: 0, successLimit: 1 });
    } catch (error) {
      damaged(text, error);
    }
  }
  return items;
}
