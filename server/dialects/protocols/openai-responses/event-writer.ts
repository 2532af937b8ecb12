import { parseRecord, type UnknownRecord } from '../../json/lenient.js';

/** The parts that all deltas of one item have in common, serialised once. */
export interface DeltaShape {
  readonly head: string;
  readonly tail: string;
}

/** @param members members of every delta besides type, sequence number and text; at least one */
export function deltaShape(type: string, members: object): DeltaShape {
  return {
    head: `event: ${type}\ndata: {"type":"${type}","sequence_number":`,
    tail: `,${JSON.stringify(members).slice(1)}\n\n`,
  };
}

/** Formats the events of one stream and assigns their sequence numbers. */
export class EventWriter {
  private sequence = 0;

  write(type: string, members: object): string {
    const event = { type, sequence_number: this.sequence++, ...members };
    return `event: ${type}\ndata: ${JSON.stringify(event)}\n\n`;
  }

  /** By far the most frequent event: only the sequence number and the text are serialised. */
  delta({ head, tail }: DeltaShape, text: string): string {
    return `${head}${this.sequence++},"delta":${JSON.stringify(text)}${tail}`;
  }

  /** Continues the sequence numbers after the last event of these frames, which were written by the provider. */
  continueAfter(sent: Buffer): void {
    const name = '"sequence_number":';
    const at = sent.lastIndexOf(name);
    if (at === -1) return;
    const from = at + name.length;
    this.sequence = Number.parseInt(sent.toString('latin1', from, from + 12), 10) + 1 || 0;
  }
}

/** The data of the last event in these frames; an empty object when it cannot be read. */
export function lastEvent(events: Buffer): UnknownRecord {
  // Line breaks inside strings are escaped, so such a line is never part of a text.
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
