import { ApiError } from '../../core/api-error.js';
import { textsOf } from '../../dialects/canonical/texts.js';
import { isRecord } from '../../dialects/json/lenient.js';
import type { OperationRequest } from '../../dialects/operations/operation.js';
import type { RelayContext } from './context.js';

/** Members of a request that is no conversation in which people write. */
const WRITTEN = ['input', 'prompt', 'query', 'documents', 'instructions', 'content', 'requests', 'instances'];
const ASCII = /^[\x20-\x7e]*$/;
/** Large strings are dear to make and to forget. */
const CHUNK_BYTES = 8 * 1024;
/** An escaped letter, `\u0041`. */
const MAX_ESCAPE_LENGTH = 6;
const ESCAPE = /\\u([0-9a-f]{4})/gi;

/** The operator's words, ready to look for; letters count in either case. */
export class SensitiveWords {
  private readonly pattern: RegExp;
  private readonly encoding: 'latin1' | 'utf8';
  /** Bytes that the longest word can take, every letter of it escaped. */
  private readonly overlap: number;

  /** @param words at least one, none empty */
  constructor(words: readonly string[]) {
    const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    this.overlap = MAX_ESCAPE_LENGTH * Math.max(...words.map((word) => word.length));
    this.encoding = words.every((word) => ASCII.test(word)) ? 'latin1' : 'utf8';
    this.pattern = new RegExp(escaped.join('|'), this.encoding === 'utf8' ? 'iu' : 'i');
  }

  /** The lines of the option, or undefined when there is nothing to look for. */
  static of(lines: string): SensitiveWords | undefined {
    const words = lines
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    return words.length > 0 ? new SensitiveWords(words) : undefined;
  }

  /** A quick look at the bytes: no word is in a body in which this finds none. What it finds may be no text at all. */
  mayBeIn(body: Buffer): boolean {
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
 * Refuses prompts with the operator's words in them (spec/relay-and-billing.md C2): in what people and tools wrote, not
 * in pictures, names or schemas. The word is told to the operator's log only.
 * @throws Refusal sensitive_words_detected
 */
export function refuseSensitiveWords(
  context: RelayContext,
  words: SensitiveWords,
  log: (line: string, requestId: string) => void,
): void {
  const { exchange, operation } = context;
  if (!operation?.form && !(operation && hasList(operation)) && !words.mayBeIn(exchange.body)) return;
  const texts = operation
    ? WRITTEN.flatMap((name) => written(operation.fields[name]))
    : textsOf(exchange.protocol.parse(exchange.body, exchange.path));
  const word = words.find(texts);
  if (word === undefined) return;
  log(`a sensitive word was in the prompt: ${word}`, exchange.requestId);
  throw new ApiError('sensitive_words_detected');
}

/** A word that begins in one text of a list and ends in the next does not stand in the body. */
function hasList({ fields }: OperationRequest): boolean {
  return WRITTEN.some((name) => Array.isArray(fields[name]) && fields[name].length > 1);
}

/** A text, the texts of a list joined (a word may not hide between two of them), what stands in members named `text`. */
function written(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) {
    const inner = value.flatMap(written);
    return [...inner, inner.join('')];
  }
  return isRecord(value) ? Object.values(value).flatMap(written) : [];
}
