import { AnswerText, shifted, type Citation } from '../../../canonical/citations.js';
import { CodePoints } from '../../../canonical/code-points.js';
import type { CanonicalEvent } from '../../../canonical/events.js';
import { list, type UnknownRecord } from '../../../json/lenient.js';
import { readAnnotation } from './citations.js';
import { mayHaveSources, placedSources, readSources, type NumberedSource } from './numbered-sources.js';

/** Sources of a streamed chat response: annotations as they arrive, numbered sources when the text is complete. */
export class SourceReader {
  private sources: readonly NumberedSource[] = [];
  private readonly points = new CodePoints();
  /** The text from the first bracket on, where the first mark may be; undefined while there is none. */
  private marked: AnswerText | undefined;
  /** Where it begins, in UTF-16 code units. */
  private markedFrom = 0;
  private annotated = false;
  /** Annotations of text that has not arrived yet. */
  private early: unknown[] | undefined;
  /** Numbered sources that were emitted, each with its range. */
  private readonly emitted = new Set<string>();

  /** Call with every text of the response, in order. */
  add(text: string): void {
    const { points, marked } = this;
    if (marked) marked.add(text);
    else {
      const at = text.indexOf('[');
      if (at !== -1) {
        this.markedFrom = points.length + at;
        this.marked = new AnswerText();
        this.marked.add(text.slice(at));
      }
    }
    points.add(text);
  }

  /** Numbered sources; some providers repeat them in every chunk. */
  read(chunk: UnknownRecord, delta: UnknownRecord): void {
    if (!mayHaveSources(chunk, delta)) return;
    const sources = readSources(chunk, delta);
    if (sources.length > 0) this.sources = sources;
  }

  annotations(annotations: unknown): CanonicalEvent[] {
    const { points, early = [] } = this;
    this.early = undefined;
    // Those that waited come first: their text may have arrived by now.
    return [...early, ...list(annotations)].flatMap((annotation) => {
      const citation = readAnnotation(annotation, points);
      if (!citation) return [];
      this.annotated = true;
      if ((citation.range?.end ?? 0) <= points.length) return [eventOf(citation)];
      (this.early ??= []).push(annotation);
      return [];
    });
  }

  /** What refers to the text so far. Call before a tool call, behind which clients expect no sources of earlier text. */
  beforeCall(): CanonicalEvent[] {
    return [...this.waiting(), ...this.numbered().placed.flatMap((citation) => this.once(citation))];
  }

  /** What is left when the text is complete. */
  atEnd(): CanonicalEvent[] {
    const { placed, unplaced } = this.numbered();
    return [...this.waiting(), ...[...placed, ...unplaced].flatMap((citation) => this.once(citation))];
  }

  private waiting(): CanonicalEvent[] {
    const { early } = this;
    if (!early) return [];
    this.early = undefined;
    return early.flatMap((annotation) => {
      const citation = readAnnotation(annotation, this.points);
      return citation ? [eventOf(citation)] : [];
    });
  }

  /** None where there were annotations, which are more exact. */
  private numbered(): ReturnType<typeof placedSources> {
    if (this.annotated || this.sources.length === 0) return { placed: [], unplaced: [] };
    const { placed, unplaced } = placedSources(this.sources, this.marked?.whole ?? '');
    return { placed: placed.map((citation) => shifted(citation, this.markedFrom)), unplaced };
  }

  private once(citation: Citation): CanonicalEvent[] {
    const key = `${citation.range?.start} ${citation.url ?? citation.file?.id}`;
    if (this.emitted.has(key)) return [];
    this.emitted.add(key);
    return [eventOf(citation)];
  }
}

function eventOf(citation: Citation): CanonicalEvent {
  return { type: 'citation', citation };
}
