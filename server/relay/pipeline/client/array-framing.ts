import { SseReader } from '../../upstream/sse.js';
import type { RequestScope } from '../request-scope.js';

/**
 * Frames a stream as one JSON array, element by element, as Google's API does without `alt=sse`. Input is whole events;
 * their data is sent unchanged, only the framing differs.
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

  /** The last events and the end of the array. */
  end(bytes: Buffer | string): string {
    const last = this.events(bytes);
    return `${this.begun ? last : '['}]`;
  }
}

/** Ends a stream with its last events, in its framing. */
export function endStream({ body, array }: RequestScope, last: Buffer | string = ''): void {
  body?.end(array ? array.end(last) : last);
}
