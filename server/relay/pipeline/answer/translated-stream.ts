import type { CanonicalEvent } from '../../../dialects/canonical/events.js';
import { thinkingAsText } from '../../../dialects/canonical/thinking.js';
import type { StreamRenderer } from '../../../dialects/protocols/protocol.js';
import type { AnswerReader } from '../../../dialects/kit/provider.js';
import { endStream } from '../client/array-framing.js';
import type { FailureRenderer, Unfinished } from '../attempt/attempt-result.js';
import { SentText, type Continuation } from './continuation.js';
import { EventBody } from './event-body.js';
import { hasContent } from './has-content.js';
import { invalidResponse } from './invalid-response.js';
import { failureRenderer } from './passed-renderer.js';
import type { Receiver } from './receiver.js';
import { endWithCost } from './stated-cost.js';
import { renderContext } from '../client/render-context.js';

/** A stream that is read event by event and rendered in the client's protocol. */
export class TranslatedStream extends EventBody {
  private readonly renderer: StreamRenderer;
  private readonly shown: ((event: CanonicalEvent) => CanonicalEvent[]) | undefined;
  private readonly sent: SentText | undefined;
  private unsent = '';

  /** @param continued set where this stream continues a response that was interrupted on another channel */
  constructor(
    receiver: Receiver,
    reader: AnswerReader,
    private readonly continued?: Continuation,
  ) {
    super(receiver, reader);
    const { request, attempt, outcome } = receiver;
    const { interrupted } = attempt;
    if (attempt.mayContinue) this.sent = new SentText();
    if (interrupted) this.sent?.add({ type: 'text-delta', text: interrupted.text });
    const showsThinking = attempt.channel.setting.thinkingToContent && !outcome.seal;
    this.shown = showsThinking ? thinkingAsText() : undefined;
    this.renderer =
      interrupted?.renderer ?? request.exchange.protocol.stream(renderContext(request, outcome));
  }

  end(): void {
    const { receiver, renderer } = this;
    this.readRest();
    if (!receiver.scope.committed)
      throw invalidResponse('the stream ended without an answer', 'empty_answer');
    if (!this.finished) return receiver.interrupt('cut-by-upstream');
    const { scope, outcome } = receiver;
    receiver.complete(
      (usage, cost) => endStream(scope, endWithCost(receiver.request, renderer.end(usage), cost)),
      outcome.storedAs === undefined ? undefined : renderer.whole?.bind(renderer),
    );
  }

  unfinished(): Unfinished | undefined {
    const text = this.sent?.whole;
    if (text === undefined || this.finished) return undefined;
    this.send();
    return { text, renderer: this.renderer };
  }

  broken(): FailureRenderer | undefined {
    this.send();
    return failureRenderer(this.renderer);
  }

  protected shownAll(): void {
    this.send();
    const { receiver } = this;
    receiver.produced(receiver.outcome.meter.tokens);
  }

  protected show(event: CanonicalEvent): void {
    const { receiver } = this;
    for (const shown of this.continued
      ? this.continuation(this.continued, event)
      : (this.shown?.(event) ?? [event])) {
      this.sent?.add(shown);
      this.unsent += this.renderer.event(shown);
    }
    if (!receiver.scope.committed && hasContent(event)) receiver.commit();
  }

  /** Sends the rendered events to the client. */
  private send(): void {
    if (!this.unsent || !this.receiver.scope.committed) return;
    this.receiver.write(this.unsent);
    this.unsent = '';
  }

  private continuation(continued: Continuation, event: CanonicalEvent): readonly CanonicalEvent[] {
    const before = continued.agreed;
    const shown = continued.next(event);
    if (shown === undefined)
      throw invalidResponse('the answer cannot be carried on', 'continuation_disagrees');
    if (continued.agreed && (!before || shown.length > 0)) this.receiver.commit();
    return shown;
  }
}
