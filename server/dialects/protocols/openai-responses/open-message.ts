import { shifted, type Citation } from '../../canonical/citations.js';
import { CodePoints } from '../../canonical/code-points.js';
import { isRecord, type UnknownRecord } from '../../json/lenient.js';
import { renderAnnotation } from './annotations.js';
import { deltaShape, type DeltaShape, type EventWriter } from './event-writer.js';
import type { OpenItem } from './open-items.js';
import { messageItem, outputText, refusalPart } from './output.js';
import type { Status } from './response.js';

type PartKind = 'output_text' | 'refusal';

interface MessagePart {
  readonly kind: PartKind;
  text: string;
  deltas: DeltaShape;
  /** Its index in the message. */
  readonly index: number;
  /** Where it begins in the text of the response, in UTF-16 code units. */
  readonly start: number;
  /** The list that the part's object has, too. */
  readonly annotations: object[];
  /** Its characters up to the last citation, which counts ranges in them; absent before the first. */
  points?: CodePoints;
}

/** Consecutive texts and refusals, one part after the other. */
export class OpenMessage implements OpenItem {
  item: object;
  private readonly content: object[] = [];
  private part: MessagePart | undefined;
  /** All texts, open and closed. */
  private readonly texts: MessagePart[] = [];

  constructor(
    private id: string,
    private readonly index: number,
    private readonly events: EventWriter,
    /** Where the next part begins in the text of the response, in UTF-16 code units. */
    private offset = 0,
  ) {
    this.item = messageItem(id, [], 'in_progress');
  }

  /**
   * The source of text that was sent, in this item or in one after it. Some providers name their sources at the end, when the
   * item may be closed: the event and the whole response still have them. Undefined if all text of this item comes later.
   */
  cite(citation: Citation): string | undefined {
    const { range } = citation;
    const cited = this.texts.findLast(({ start }) => !range || start <= range.start);
    if (!cited) return undefined;
    const { text, start, index: content_index, annotations } = cited;
    const points = (cited.points ??= new CodePoints());
    points.add(text.slice(points.length));
    const annotation = renderAnnotation(shifted(citation, -start, text.length), points);
    const annotation_index = annotations.push(annotation) - 1;
    const place = { item_id: this.id, output_index: this.index, content_index };
    const added = { ...place, annotation_index, annotation };
    return this.events.write('response.output_text.annotation.added', added);
  }

  /** Continues the provider's item after its last event; false when that event was not a text delta of this part. */
  resume({ type, item_id: id, output_index: output, content_index: content }: UnknownRecord): boolean {
    if (this.part?.kind !== 'output_text' || type !== 'response.output_text.delta') return false;
    if (typeof id !== 'string' || output !== this.index || content !== this.content.length) return false;
    this.id = id;
    this.part.deltas = this.deltas('output_text');
    return true;
  }

  /**
   * Takes over the provider's item if its last event closed it, so that only the end of the response is missing. False
   * otherwise.
   */
  takeWhole({ type, item, output_index: output }: UnknownRecord): boolean {
    if (type !== 'response.output_item.done' || output !== this.index) return false;
    if (!isRecord(item) || item.type !== 'message') return false;
    this.item = item;
    return true;
  }

  open(): string {
    return this.events.write('response.output_item.added', { output_index: this.index, item: this.item });
  }

  grow(kind: PartKind, delta: string): string {
    if (this.part?.kind === kind) {
      this.part.text += delta;
      if (kind === 'output_text') this.offset += delta.length;
      return this.events.delta(this.part.deltas, delta);
    }
    const changed = this.closePart() + this.openPart(kind);
    return changed + this.grow(kind, delta);
  }

  close(status: Status): string {
    const closed = this.closePart();
    this.item = messageItem(this.id, this.content, status);
    return (
      closed + this.events.write('response.output_item.done', { output_index: this.index, item: this.item })
    );
  }

  private openPart(kind: PartKind): string {
    const [index, start] = [this.content.length, this.offset];
    this.part = { kind, text: '', deltas: this.deltas(kind), index, start, annotations: [] };
    if (kind === 'output_text') this.texts.push(this.part);
    const place = this.place();
    return this.events.write('response.content_part.added', { ...place, part: contentPart(kind, '') });
  }

  private deltas(kind: PartKind): DeltaShape {
    const extra = kind === 'output_text' ? { logprobs: [] } : {};
    return deltaShape(`response.${kind}.delta`, { ...this.place(), ...extra });
  }

  private closePart(): string {
    if (!this.part) return '';
    const { kind, text, annotations } = this.part;
    const part = contentPart(kind, text, annotations);
    const place = this.place();
    this.part = undefined;
    this.content.push(part);
    const content = kind === 'output_text' ? { text, logprobs: [] } : { refusal: text };
    return (
      this.events.write(`response.${kind}.done`, { ...place, ...content }) +
      this.events.write('response.content_part.done', { ...place, part })
    );
  }

  private place() {
    return { item_id: this.id, output_index: this.index, content_index: this.content.length };
  }
}

function contentPart(kind: PartKind, text: string, annotations: readonly object[] = []): object {
  return kind === 'output_text' ? outputText(text, annotations) : refusalPart(text);
}
