import type { CanonicalEvent } from '../../../dialects/canonical/events.js';
import { AnswerFold } from '../../../dialects/canonical/fold.js';
import type { AnswerReader, UpstreamHeaders } from '../../../dialects/kit/provider.js';
import { MAX_ANSWER_BYTES } from './collected-answer.js';
import { deliverAnswer } from './deliver-answer.js';
import { EventBody } from './event-body.js';
import { hasContent } from './has-content.js';
import { invalidResponse, tooLarge } from './invalid-response.js';
import type { Receiver } from './receiver.js';

/**
 * A stream for a client that requested a whole response: read as it arrives and sent at its end. Until then the client has
 * received nothing, so whatever stops the stream fails the attempt, and another channel may be tried. The output so far is
 * counted for a client that leaves. The hold is not raised meanwhile, as with every response that is sent whole: the limit
 * that it pays for was sent upstream.
 */
export class CollectedStream extends EventBody {
  private readonly fold = new AnswerFold();
  private bytes = 0;
  private hasBegun = false;

  /** @param isNative whether the upstream uses the client's protocol */
  constructor(
    receiver: Receiver,
    reader: AnswerReader,
    private readonly headers: UpstreamHeaders,
    private readonly isNative: boolean,
  ) {
    super(receiver, reader);
  }

  override data(chunk: Buffer): void {
    this.bytes += chunk.length;
    if (this.bytes > MAX_ANSWER_BYTES) this.receiver.fail(tooLarge());
    else super.data(chunk);
  }

  end(): void {
    this.readRest();
    const { receiver, fold } = this;
    const answer = fold.whole();
    if (!answer.usage && answer.parts.length === 0)
      throw invalidResponse('the answer is empty', 'empty_answer');
    if (this.isNative) receiver.outcome.answerId = answer.id;
    deliverAnswer(receiver, answer, this.headers);
  }

  protected show(event: CanonicalEvent): void {
    const { receiver } = this;
    this.fold.add(event);
    if (this.hasBegun || !hasContent(event)) return;
    this.hasBegun = true;
    receiver.outcome.firstDataMs ??= Date.now() - receiver.request.exchange.startedAt;
    receiver.collecting();
  }

  protected shownAll(): void {}
}
