import { ApiError } from '../../../contract/errors/api-error.js';
import { textsOf } from '../../../dialects/canonical/texts.js';
import { isRecord } from '../../../dialects/json/lenient.js';
import type { OperationRequest } from '../../../dialects/operations/operation.js';
import { AsciiSearch } from './ascii-search.js';
import type { ParsedRequest } from '../stages.js';

/** Members of operation requests that hold user-written text. */
const WRITTEN = ['input', 'prompt', 'query', 'documents', 'instructions', 'content', 'requests', 'instances'];
const ASCII = /^[\x20-\x7e]*$/;
/** Bytes decoded at a time: large strings are expensive to create and collect. */
const CHUNK_BYTES = 8 * 1024;
/** Characters of an escaped letter, `\u0041`. */
const MAX_ESCAPE_LENGTH = 6;
const ESCAPE = /\\u([0-9a-f]{4})/gi;

/** The operator's sensitive words, compiled for a case-insensitive search. */
export class SensitiveWords {
  private readonly pattern: RegExp;
  private readonly encoding: 'latin1' | 'utf8';
  /** Bytes of the longest word with every letter escaped. */
  private readonly overlap: number;
  private readonly ascii: AsciiSearch | undefined;

  /** @param words at least one, none empty */
  constructor(words: readonly string[]) {
    const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    this.overlap = MAX_ESCAPE_LENGTH * words.reduce((longest, word) => Math.max(longest, word.length), 0);
    this.encoding = words.every((word) => ASCII.test(word)) ? 'latin1' : 'utf8';
    this.ascii = AsciiSearch.of(words);
    this.pattern = new RegExp(escaped.join('|'), this.encoding === 'utf8' ? 'iu' : 'i');
  }

  /** Compiles the lines of the option; undefined when there are none. */
  static of(lines: string): SensitiveWords | undefined {
    const words = lines
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    return words.length > 0 ? new SensitiveWords(words) : undefined;
  }

  /** A quick check of the bytes: false means that no word occurs; true may be a match outside of user text. */
  mayBeIn(body: Buffer): boolean {
    return this.ascii?.isIn(body) ?? this.mayBeInChunks(body);
  }

  private mayBeInChunks(body: Buffer): boolean {
    for (let from = 0; from < body.length; from += CHUNK_BYTES)
      if (this.mayBeInText(body.toString(this.encoding, from, from + CHUNK_BYTES + this.overlap)))
        return true;
    return false;
  }

  private mayBeInText(text: string): boolean {
    if (this.pattern.test(text)) return true;
    if (!text.includes('\\')) return false;
    // Letters may be written as escapes.
    const plain = text
      .replace(ESCAPE, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      .replaceAll('\\/', '/')
      .replaceAll('\\"', '"')
      .replaceAll('\\\\', '\\');
    return this.pattern.test(plain);
  }

  /** The first word in the texts; undefined when there is none. */
  find(texts: readonly string[]): string | undefined {
    for (const text of texts) {
      const found = this.pattern.exec(text);
      if (found) return found[0];
    }
    return undefined;
  }
}

/**
 * Rejects prompts that contain a sensitive word in text of users or tools; images, names and schemas are not searched.
 * The word appears only in the operator's log.
 * @throws ApiError sensitive_words_detected
 */
export function rejectSensitiveWords(
  { exchange, operation, body }: ParsedRequest,
  words: SensitiveWords,
  warn: (line: string, requestId: string) => void,
): void {
  if (!operation?.form && !(operation && hasList(operation)) && !words.mayBeIn(body)) return;
  const texts = operation
    ? WRITTEN.flatMap((name) => written(operation.fields[name]))
    : textsOf(exchange.protocol.parse(body, exchange.path));
  const word = words.find(texts);
  if (word === undefined) return;
  warn(`a sensitive word was in the prompt: ${word}`, exchange.requestId);
  throw new ApiError('sensitive_words_detected');
}

/** Whether a list of texts must be searched: a word split over two of its texts is not found by the check of the bytes. */
function hasList({ fields }: OperationRequest): boolean {
  return WRITTEN.some((name) => Array.isArray(fields[name]) && fields[name].length > 1);
}

/** All texts of a value: strings, the texts of lists (also joined, for words split over two texts) and of objects. */
function written(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) {
    const inner = value.flatMap(written);
    return [...inner, inner.join('')];
  }
  return isRecord(value) ? Object.values(value).flatMap(written) : [];
}
