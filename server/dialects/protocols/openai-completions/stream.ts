import type { CanonicalEvent } from '../../canonical/events.js';
import type { Usage } from '../../canonical/usage.js';
import type { RenderContext, StreamRenderer } from '../protocol.js';
import { renderChoice, renderFinish } from './choice.js';
import { renderUsage } from './usage.js';

/** Renders text_completion chunks, ended by [DONE]. */
export class PieceRenderer implements StreamRenderer {
  /** The common start of all chunks of this stream, up to the choices; '' before the first. */
  private head = '';
  private finished = false;

  constructor(private readonly context: RenderContext) {}

  event(event: CanonicalEvent): string {
    switch (event.type) {
      case 'start':
        this.open(event.id, event.model);
        return '';
      case 'text-delta':
      case 'refusal-delta':
        return event.text === '' ? '' : this.piece(renderChoice(event.text, '', null));
      case 'reasoning-delta':
        return event.text === '' ? '' : this.piece(renderChoice('', event.text, null));
      case 'finish':
        this.finished = true;
        return this.piece(renderChoice('', '', renderFinish(event.reason)));
      default:
        return '';
    }
  }

  end(usage: Usage): string {
    let frames = this.finished ? '' : this.event({ type: 'finish', reason: 'stop' });
    if (this.context.includeUsage)
      frames += `${this.opened()}"choices":[],"usage":${JSON.stringify(renderUsage(usage))}}\n\n`;
    return `${frames}data: [DONE]\n\n`;
  }

  private open(id: string, model: string): void {
    if (this.head !== '') return;
    const { createdAt, model: requested } = this.context;
    const members = {
      id: id || `cmpl-${createdAt}`,
      object: 'text_completion',
      created: createdAt,
      model: model || requested,
    };
    this.head = `data: ${JSON.stringify(members).slice(0, -1)},`;
  }

  private opened(): string {
    this.open('', '');
    return this.head;
  }

  private piece(choice: object): string {
    return `${this.opened()}"choices":[${JSON.stringify(choice)}]}\n\n`;
  }
}
