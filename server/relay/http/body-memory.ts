import { collectGarbage } from '../../core/memory/collect-garbage.js';

/** Bytes. Smaller bodies are so few bytes per request that the collections of the heap release them in time. */
const LARGE_BODY = 16 * 1024;
/** Bytes of large bodies between two collections. Each body takes twice its size: as it arrived, and in one piece. */
const COLLECTED_EVERY = 12 * 1024 * 1024;

let received = 0;

/**
 * Counts a body that has arrived, and collects the young generation after every 12 MiB of large ones. Buffers are outside of
 * the heap, which hardly grows by them. Beyond 64 MiB of them V8 marks the whole heap instead, which takes several times as
 * long as serving the requests.
 * @param bytes length of the body
 */
export function countBody(bytes: number, collect: () => void = collectYoung): void {
  if (bytes < LARGE_BODY) return;
  received += bytes;
  if (received < COLLECTED_EVERY) return;
  received = 0;
  collect();
}

function collectYoung(): void {
  collectGarbage({ type: 'minor' });
}
