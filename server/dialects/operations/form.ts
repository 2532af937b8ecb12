import { isUtf8 } from 'node:buffer';
import { ApiError } from '../../contract/errors/api-error.js';

/** One part of a form. `start` and `end` are the offsets of its value in the body. */
export interface FormPart {
  readonly name: string;
  /** Undefined for a plain field. */
  readonly fileName: string | undefined;
  readonly contentType: string | undefined;
  readonly start: number;
  readonly end: number;
  /** The value of a plain field, or the first bytes of a file, enough to detect its type. */
  readonly retained: Buffer;
}

/** A parsed multipart form (RFC 7578). Its bytes may be on disk. */
export interface Form {
  /** `multipart/form-data; boundary=…` as the client sent it. */
  readonly contentType: string;
  readonly boundary: string;
  readonly parts: readonly FormPart[];
  /** Offset of the first part, including its boundary line. */
  readonly first: number;
  readonly bytes: FormBytes;
}

/** The exact bytes of a form's body, with random access. */
export interface FormBytes {
  readonly length: number;
  /** The whole body, if it is small enough to be kept in memory. */
  readonly memory: Buffer | undefined;
  /** Fills the target with the bytes from offset `from`. @throws ApiError if they cannot be read from disk */
  readInto(target: Uint8Array, from: number): Promise<void>;
}

/** Fields that affect the price. Duplicates are rejected, because the provider might use the other value. */
const GIVEN_ONCE = new Set(['model', 'n', 'size', 'quality', 'prompt', 'stream']);

export function isForm(contentType: string): boolean {
  return /^multipart\/form-data\s*;/i.test(contentType);
}

/**
 * The plain fields; of duplicates the first.
 * @throws ApiError 400 for a field that is not UTF-8, or a field that affects the price and is duplicated or a file
 */
export function formFields({ parts }: Form): Record<string, unknown> {
  const fields = new Map<string, string>();
  const seen = new Set<string>();
  for (const { name, fileName, retained } of parts) {
    if (GIVEN_ONCE.has(name) && (seen.has(name) || fileName !== undefined))
      throw brokenForm(`field ${name} is not given once, as a text`);
    seen.add(name);
    if (fileName !== undefined || fields.has(name)) continue;
    if (!isUtf8(retained)) throw brokenForm(`field ${name} is not valid UTF-8`);
    fields.set(name, retained.toString('utf8'));
  }
  return Object.fromEntries(fields);
}

/** All values of a plain field that can be repeated, as `name` or `name[]`. */
export function formValues({ parts }: Form, name: string): string[] {
  return parts
    .filter((part) => part.fileName === undefined && (part.name === name || part.name === `${name}[]`))
    .map(({ retained }) => retained.toString('utf8'));
}

/** The file that a field contains; undefined if there is none. */
export function formFile({ parts }: Form, name: string): FormPart | undefined {
  return parts.find((part) => part.name === name && part.fileName !== undefined);
}

/** Content type of a file; that of any bytes if the client sent none, or one that cannot be a header. */
export function fileType({ contentType = '' }: FormPart): string {
  return /^[\x20-\x7e]+$/.test(contentType) ? contentType : 'application/octet-stream';
}

/** Bytes that identify the form: the whole body if it is in memory, otherwise its boundary followed by its plain fields. */
export function formFingerprint({ boundary, parts, bytes }: Form): Buffer {
  if (bytes.memory) return bytes.memory;
  const written = parts.filter(({ fileName }) => fileName === undefined).map(({ retained }) => retained);
  return Buffer.concat([Buffer.from(boundary), ...written]);
}

/** Wraps a buffer as FormBytes. */
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
