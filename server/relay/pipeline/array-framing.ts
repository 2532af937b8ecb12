import type { ServerResponse } from 'node:http';
import { SseReader } from '../upstream/sse.js';

/**
 * A stream told as one JSON array, element by element, as Google's clients get it without `alt=sse`. What it is given are
 * whole events; their data goes out as it is, only the framing changes.
 */
export class ArrayFraming {
  readonly contentType = 'application/json; charset=utf-8';
  private begun = false;

  events(bytes: Buffer | string): string {
    const frames = new SseReader().push(typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
    let text = '';
    for (const { data } of frames) {
      text += (this.begun ? ',\r\n' : '[') + data;
      this.begun = true;
    }
    return text;
  }

  /** The last events, and the array's end. */
  end(bytes: Buffer | string): string {
    const last = this.events(bytes);
    return `${this.begun ? last : '['}]`;
  }
}

/** Where a stream goes, and in which framing. */
interface Told {
  readonly exchange: { readonly response: ServerResponse };
  readonly array: ArrayFraming | undefined;
}

/** Ends a stream with its last events, in the framing it has. */
export function endStream({ exchange: { response }, array }: Told, last?: Buffer | string): void {
  if (array) response.end(array.end(last ?? ''));
  else if (last?.length) response.end(last);
  else response.end();
}
