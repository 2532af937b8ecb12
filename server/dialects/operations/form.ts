import { isUtf8 } from 'node:buffer';
import { ApiError } from '../../core/api-error.js';

/** One part of a form, by where its value lies in the body. */
export interface FormPart {
  readonly name: string;
  /** Undefined for a plain field. */
  readonly fileName: string | undefined;
  readonly contentType: string | undefined;
  readonly start: number;
  readonly end: number;
  /** The value of a plain field; of a file its beginning, as much as tells its type. */
  readonly kept: Buffer;
}

/** A form (RFC 7578) whose parts are known; the bytes of its files may be on disk. */
export interface Form {
  /** `multipart/form-data; boundary=…` as the client wrote it. */
  readonly contentType: string;
  readonly boundary: string;
  readonly parts: readonly FormPart[];
  /** Where the first part begins, at its boundary. */
  readonly first: number;
  readonly bytes: FormBytes;
}

/** The body of a form, byte for byte as it came. May be read as often as is wanted, at any place. */
export interface FormBytes {
  readonly length: number;
  /** All of it, where it is small. */
  readonly memory: Buffer | undefined;
  /** Fills the target with what stands from here on. @throws Refusal when the disk does not give it back */
  readInto(target: Uint8Array, from: number): Promise<void>;
}

/** Fields that decide what is charged: given twice, the vendor might take the other one. */
const GIVEN_ONCE = new Set(['model', 'n', 'size', 'quality', 'prompt', 'stream']);

export function isForm(contentType: string): boolean {
  return /^multipart\/form-data\s*;/i.test(contentType);
}

/** The plain fields, the first of each name. @throws Refusal 400 for a field that is no text, or one too many */
export function formFields({ parts }: Form): Record<string, unknown> {
  const fields = new Map<string, string>();
  const seen = new Set<string>();
  for (const { name, fileName, kept } of parts) {
    if (GIVEN_ONCE.has(name) && (seen.has(name) || fileName !== undefined))
      throw brokenForm(`field ${name} is not given once, as a text`);
    seen.add(name);
    if (fileName !== undefined || fields.has(name)) continue;
    if (!isUtf8(kept)) throw brokenForm(`field ${name} is not valid UTF-8`);
    fields.set(name, kept.toString('utf8'));
  }
  return Object.fromEntries(fields);
}

/** The body as far as it is in memory: all of it, else what people wrote, behind what tells this form from others. */
export function formFingerprint({ boundary, parts, bytes }: Form): Buffer {
  if (bytes.memory) return bytes.memory;
  const written = parts.filter(({ fileName }) => fileName === undefined).map(({ kept }) => kept);
  return Buffer.concat([Buffer.from(boundary), ...written]);
}

/** Bytes that are all in memory. */
export function inMemory(memory: Buffer): FormBytes {
  return {
    length: memory.length,
    memory,
    readInto: (target, from) => {
      target.set(memory.subarray(from, from + target.length));
      return Promise.resolve();
    },
  };
}

export function brokenForm(why: string): ApiError {
  return new ApiError('invalid_request', { detail: `the form cannot be read: ${why}` });
}
