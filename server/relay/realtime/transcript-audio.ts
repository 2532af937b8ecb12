import { bytesPerSecond, PCM_BYTES } from './counters.js';

/** How the client closed a part of its audio: by a commit or by a clear that the provider has not confirmed yet. */
interface ClosedPart {
  bytes: number;
  readonly by: 'commit' | 'clear';
}

/** Committed audio whose transcript has not come yet. */
interface Item {
  readonly seconds: number;
  /** Whether the provider transcribes it. */
  readonly due: boolean;
}

/**
 * The client's audio of a session, from its arrival to its transcript
 * (https://platform.openai.com/docs/api-reference/realtime-server-events/input_audio_buffer). Audio counts once it is
 * committed, or once the provider sends a transcript of it; what is cleared before that does not. The provider's events
 * decide, because only they tell in which order it took the client's commits and clears, and in which format.
 */
export class TranscriptAudio {
  /** Whether the provider transcribes what is committed. */
  transcribes = false;
  private format = PCM_BYTES;
  /** Bytes appended since the client's last commit or clear. */
  private open = 0;
  private readonly closed: ClosedPart[] = [];
  private readonly items = new Map<string, Item>();
  /** Items of which a part of the transcript has come. */
  private readonly delivered = new Set<string>();
  /** The item whose transcript has begun before its audio is committed. */
  private streamed: string | undefined;
  /** Parts of items whose transcript is over. */
  private readonly transcribed = new Set<string>();
  /** Begin and end of speech in milliseconds of the session's audio, by item. */
  private readonly speech = new Map<string, { start?: number; end?: number }>();
  /** Whether the provider reports commits. */
  private confirms = false;

  setFormat(name: string): void {
    this.format = bytesPerSecond(name);
  }

  append(bytes: number): void {
    this.open += bytes;
  }

  /** The client commits or clears its audio. */
  close(by: ClosedPart['by']): void {
    this.closed.push({ bytes: this.open, by });
    this.open = 0;
  }

  /** Voice activity detection found the begin or the end of an item: only audio between them is committed. */
  speechDetected(item: string, startMs: number | undefined, endMs: number | undefined): void {
    const bounds = this.speech.get(item) ?? {};
    if (startMs !== undefined) bounds.start = startMs;
    if (endMs !== undefined) bounds.end = endMs;
    this.speech.set(item, bounds);
  }

  committed(item: string): void {
    this.confirms = true;
    const { start, end } = this.speech.get(item) ?? {};
    this.speech.delete(item);
    const appended = this.takeCommitted() / this.format;
    const spoken = start !== undefined && end !== undefined && end > start ? (end - start) / 1000 : appended;
    if (this.streamed === item) this.streamed = undefined;
    this.items.set(item, { seconds: Math.min(appended, spoken), due: this.transcribes });
  }

  /** The provider rejected a commit: its audio is still in the buffer. */
  commitRefused(): void {
    if (this.closed[0]?.by !== 'commit') return;
    const { bytes } = this.closed.shift()!;
    if (this.closed[0]) this.closed[0].bytes += bytes;
    else this.open += bytes;
  }

  cleared(): void {
    const last = this.closed.findIndex(({ by }) => by === 'clear');
    let bytes = 0;
    for (const part of this.closed.splice(0, last + 1)) bytes += part.bytes;
    if (this.streamed === undefined) return;
    // Its transcript was delivered in part.
    this.items.set(this.streamed, { seconds: bytes / this.format, due: true });
    this.streamed = undefined;
  }

  /** A part of a transcript has come. */
  transcribing(item: string, content: number): void {
    this.delivered.add(item);
    if (!this.items.has(item) && !this.transcribed.has(partOf(item, content))) this.streamed = item;
  }

  failed(item: string, content: number): void {
    this.complete(item, content);
  }

  /**
   * A transcript is complete.
   * @returns seconds of its audio that are not charged yet; undefined if this transcript was complete before
   */
  complete(item: string, content: number): number | undefined {
    const part = partOf(item, content);
    if (item !== '' && this.transcribed.has(part)) return undefined;
    this.transcribed.add(part);
    const committed = this.items.get(item)?.seconds;
    this.items.delete(item);
    const isStreamed = this.streamed === item;
    if (isStreamed) this.streamed = undefined;
    if (committed !== undefined || (this.confirms && !isStreamed)) return committed ?? 0;
    return this.takeCommitted() / this.format;
  }

  /** Seconds that may still be charged. */
  get pending(): number {
    let bytes = this.open;
    for (const part of this.closed) bytes += part.bytes;
    let seconds = bytes / this.format;
    for (const item of this.items.values()) if (item.due) seconds += item.seconds;
    return seconds;
  }

  /**
   * The session is over: seconds of each item that is still to be charged.
   * @param undelivered whether audio counts of whose transcript nothing has come
   */
  rest(undelivered: boolean): number[] {
    const rest: number[] = [];
    for (const [item, { seconds, due }] of this.items)
      if (due && (undelivered || this.delivered.has(item))) rest.push(seconds);
    this.items.clear();
    const streamed = this.streamed !== undefined;
    const commits = undelivered && this.transcribes;
    for (const { bytes, by } of this.closed.splice(0))
      if (streamed || (commits && by === 'commit')) rest.push(bytes / this.format);
    if (streamed) rest.push(this.open / this.format);
    this.open = 0;
    return rest.filter((seconds) => seconds > 0);
  }

  /** Takes the bytes of the oldest commit; without one, voice activity detection has committed what there is. */
  private takeCommitted(): number {
    const [first] = this.closed;
    if (first?.by === 'commit') return this.closed.shift()!.bytes;
    if (first) {
      const { bytes } = first;
      first.bytes = 0;
      return bytes;
    }
    const { open } = this;
    this.open = 0;
    return open;
  }
}

function partOf(item: string, content: number): string {
  return `${content}:${item}`;
}
