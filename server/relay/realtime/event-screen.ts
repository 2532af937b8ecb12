import { ApiError } from '../../contract/errors/api-error.js';
import type { Exchange } from '../pipeline/request-scope.js';
import { errorEvent } from './error-event.js';
import type { RealtimeEvent } from './events.js';
import type { PromptScreen } from './prompt-check.js';
import type { SessionModels } from './session-models.js';

/** What becomes of a client's event. */
export interface Screened {
  /** The error event for the client, which is sent instead of the event to the provider. */
  readonly refusal?: string | undefined;
  /** The event for the provider, where it differs from the client's. */
  readonly sent?: Buffer | undefined;
}

/** Checks the events of a client before they reach the provider. The session continues without those that are refused. */
export class EventScreen {
  constructor(
    private readonly exchange: Exchange,
    private readonly words: PromptScreen,
    private readonly models: SessionModels,
  ) {}

  check(event: RealtimeEvent): Screened {
    const refusal = this.words.refusal(event);
    if (refusal !== undefined) return { refusal };
    try {
      return { sent: this.models.mapped(event) };
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      return { refusal: errorEvent(this.exchange, problem, event.text('event_id')) };
    }
  }
}
