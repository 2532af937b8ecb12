import { UpstreamError, type UpstreamFailure } from '../../../dialects/canonical/failure.js';
import { mergeUsage, noUsage } from '../../../dialects/canonical/usage.js';
import type { CanonicalEvent } from '../../../dialects/canonical/events.js';
import type { Frame, UpstreamHeaders } from '../../../dialects/kit/provider.js';
import { FrameBuffer } from '../../upstream/frame-buffer.js';
import { framesIn } from '../../upstream/sse.js';
import { endStream } from '../client/array-framing.js';
import { hasContent } from './has-content.js';
import { invalidResponse, StreamedError, tooLarge } from './invalid-response.js';
import { eventsOf } from './passed-failures.js';
import { AFTER_FINISH_MS, type BodyReader, type Receiver } from './receiver.js';

/** An image of the largest size in base64. */
const MAX_FRAME_BYTES = 64 * 1024 * 1024;

/**
 * A stream of several results, such as images, in which none is marked as the last: passed on unchanged, each event read
 * once, and complete when the upstream closes it. The upstream need not close it once all requested results are there; the
 * last of them is held back until the charge is safe.
 */
export class ResultStream implements BodyReader {
  events = 0;
  contents = 0;
  private readonly frames = new FrameBuffer(MAX_FRAME_BYTES);
  /** Events before the first result: until then another channel may be tried. */
  private head: Buffer[] = [];
  /** The event that may be the last one. */
  private held: Buffer | undefined;
  private hasResults = false;
  private isWhole = false;
  /** Why the latest result that failed did. */
  private failed: UpstreamFailure | undefined;

  /** @param read reader of the provider's events: `usage` with each result, `finish` when all requested ones are there */
  constructor(
    private readonly receiver: Receiver,
    private headers: UpstreamHeaders | undefined,
    private readonly read: (frame: Frame) => CanonicalEvent[],
  ) {}

  data(chunk: Buffer): void {
    let region: Buffer | undefined;
    try {
      region = this.frames.push(chunk);
    } catch {
      throw tooLarge();
    }
    if (region) this.take(region);
  }

  end(): void {
    const rest = this.frames.rest();
    if (rest.length > 0) this.take(Buffer.concat([rest, Buffer.from('\n\n')]));
    const { receiver, held } = this;
    if (!receiver.scope.committed) {
      if (this.failed) throw new UpstreamError(this.failed);
      throw invalidResponse('the stream ended without an answer', 'empty_answer');
    }
    if (!this.hasResults) return receiver.interrupt('cut-by-upstream');
    receiver.complete(() => endStream(receiver.scope, held));
  }

  whole(): boolean {
    return this.isWhole;
  }

  private take(region: Buffer): void {
    this.events++;
    let begins = false;
    for (const frame of framesIn(region))
      for (const event of eventsOf(this.read, frame)) {
        begins ||= hasContent(event);
        this.see(event);
      }
    if (begins) this.contents++;
    this.pass(region, begins);
  }

  /** @throws UpstreamError for a failure of the whole response */
  private see(event: CanonicalEvent): void {
    const { outcome, scope } = this.receiver;
    switch (event.type) {
      case 'usage':
        outcome.usage = mergeUsage(outcome.usage ?? noUsage(), event.usage);
        this.hasResults ||= (event.usage.more?.images ?? 0) > 0;
        return;
      case 'finish':
        this.isWhole = true;
        return;
      case 'result-failed':
        this.failed = event.failure;
        return;
      case 'error':
        if (scope.committed) throw new StreamedError(event.failure);
        throw new UpstreamError(event.failure);
    }
  }

  private pass(region: Buffer, begins: boolean): void {
    const { receiver } = this;
    if (!receiver.scope.committed) {
      this.head.push(region);
      if (!begins) return;
      receiver.commit(this.headers);
      this.headers = undefined;
      region = this.head.length === 1 ? region : Buffer.concat(this.head);
      this.head = [];
    }
    if (this.held) receiver.write(this.held);
    this.held = undefined;
    receiver.expectEnd(this.isWhole ? AFTER_FINISH_MS : undefined);
    if (this.isWhole) this.held = region;
    else receiver.write(region);
  }
}
