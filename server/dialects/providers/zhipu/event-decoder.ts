import type { StreamDecoder } from '../../kit/provider.js';

const LF = 10;

/**
 * Converts a stream of version 3 to server-sent events with JSON data. Its data lines are plain text in which blanks count,
 * several of them are lines of one text, and the last event has a line `meta:` with usage, which is no field of server-sent
 * events.
 */
export class EventDecoder implements StreamDecoder {
  /** Bytes of the incomplete line. */
  private held: Buffer = Buffer.alloc(0);
  private name = '';
  private id = '';
  private data: string[] | undefined;

  push(chunk: Buffer): Buffer {
    const bytes = this.held.length > 0 ? Buffer.concat([this.held, chunk]) : chunk;
    const events: string[] = [];
    let from = 0;
    for (let end = bytes.indexOf(LF); end !== -1; end = bytes.indexOf(LF, from)) {
      events.push(this.line(bytes.toString('utf8', from, end).replace(/\r$/, '')));
      from = end + 1;
    }
    this.held = Buffer.from(bytes.subarray(from));
    return Buffer.from(events.join(''));
  }

  end(): void {
    if (this.held.length > 0 || this.data) throw new SyntaxError('the stream was cut within an event');
  }

  private line(line: string): string {
    if (line === '') return this.event(undefined);
    const colon = line.indexOf(':');
    const value = line.slice(colon + 1);
    switch (line.slice(0, colon)) {
      case 'event':
        this.name = value.trim();
        break;
      case 'id':
        this.id = value.trim().replaceAll('"', '');
        break;
      case 'data':
        (this.data ??= []).push(value);
        break;
      case 'meta':
        // The last line: the blank line after it may be missing.
        return this.event(value);
    }
    return '';
  }

  /** @throws SyntaxError if the meta line is not JSON */
  private event(meta: string | undefined): string {
    const { name, id, data } = this;
    this.name = '';
    this.data = undefined;
    if (data === undefined && meta === undefined) return '';
    const parsed: unknown = meta === undefined ? undefined : JSON.parse(meta);
    const body = JSON.stringify({ id, text: (data ?? []).join('\n'), meta: parsed });
    return `event: ${name || 'add'}\ndata: ${body}\n\n`;
  }
}
