import { AnswerText, type Citation } from '../../hub/citations.js';
import type { HubEvent } from '../../hub/events.js';
import { list, record, text, type Loose } from '../../json/loose.js';
import { placedSources, readAnnotation, readSources } from './citations.js';

/** Sources of a streamed chat answer: annotations where they come, numbered sources when the text is whole. */
export class SourceReader {
  private sources: readonly Citation[] = [];
  private readonly answer = new AnswerText();
  private annotated = false;

  read(chunk: Loose): void {
    const delta = record(record(list(chunk.choices)[0]).delta);
    this.answer.add(text(delta.content));
    if (!chunk.search_results && !chunk.citations) return;
    const sources = readSources(chunk);
    if (sources.length > 0) this.sources = sources;
  }

  annotations(given: unknown): HubEvent[] {
    return list(given).flatMap((annotation): HubEvent[] => {
      const citation = readAnnotation(annotation);
      this.annotated ||= citation !== undefined;
      return citation ? [{ type: 'citation', citation }] : [];
    });
  }

  /** Annotations say more than numbers. */
  placed(): HubEvent[] {
    if (this.annotated) return [];
    return placedSources(this.sources, this.answer.whole).map((citation) => ({ type: 'citation', citation }));
  }
}
