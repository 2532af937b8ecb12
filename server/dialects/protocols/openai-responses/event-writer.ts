import { parseRecord, type Loose } from '../../json/lenient.js';

/** What is the same in all deltas of one part; made once. */
export interface DeltaShape {
  readonly head: string;
  readonly tail: string;
}

/** @param members of every delta, beside type, number and text; at least one */
export function deltaShape(type: string, members: object): DeltaShape {
  return {
    head: `event: ${type}\ndata: {"type":"${type}","sequence_number":`,
    tail: `,${JSON.stringify(members).slice(1)}\n\n`,
  };
}

/** Numbers and frames the events of one stream. */
export class EventWriter {
  private sequence = 0;

  write(type: string, members: object): string {
    const event = { type, sequence_number: this.sequence++, ...members };
    return `event: ${type}\ndata: ${JSON.stringify(event)}\n\n`;
  }

  /** By far the most frequent event: only number and text are worked out. */
  delta({ head, tail }: DeltaShape, text: string): string {
    return `${head}${this.sequence++},"delta":${JSON.stringify(text)}${tail}`;
  }

  /** Goes on behind the last event of these frames, which another wrote. */
  continueAfter(sent: Buffer): void {
    const name = '"sequence_number":';
    const at = sent.lastIndexOf(name);
    if (at === -1) return;
    const from = at + name.length;
    this.sequence = Number.parseInt(sent.toString('latin1', from, from + 12), 10) + 1 || 0;
  }
}

/** The last of these events; an empty object when it cannot be read. */
export function lastEvent(events: Buffer): Loose {
  // Line breaks inside strings are escaped: such a line is never text of an answer.
  const [, data] = events
    .toString('utf8')
    .split(/^data: ?/m)
    .slice(-2);
  try {
    return parseRecord(data ?? '');
  } catch {
    return {};
  }
}
