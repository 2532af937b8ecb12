import { isUtf8 } from 'node:buffer';
import { Refusal } from '../../core/refusal.js';

/** One part of a form, by where its value lies in the body. */
export interface FormPart {
  readonly name: string;
  /** Undefined for a plain field. */
  readonly fileName: string | undefined;
  readonly contentType: string | undefined;
  readonly start: number;
  readonly end: number;
  readonly value: Buffer;
}

const LINE = Buffer.from('\r\n');
const HEAD_END = Buffer.from('\r\n\r\n');
const MOST_PARTS = 1000;
const MOST_HEAD_BYTES = 16 * 1024;

export function isForm(contentType: string): boolean {
  return /^multipart\/form-data\s*;/i.test(contentType);
}

/**
 * The parts of a form (RFC 7578), found in the body without copying it, so that it can go on with one field changed
 * and every other byte as it came.
 * @throws Refusal 400 for what is no whole form
 */
export function readForm(body: Buffer, contentType: string): FormPart[] {
  const delimiter = Buffer.from(`--${boundaryOf(contentType)}`);
  const closing = Buffer.concat([LINE, delimiter]);
  const parts: FormPart[] = [];
  let at = body.indexOf(delimiter);
  while (at !== -1) {
    const head = at + delimiter.length;
    if (body[head] === 0x2d && body[head + 1] === 0x2d) return parts;
    if (parts.length === MOST_PARTS) throw broken('it has too many parts');
    const headEnd = body.indexOf(HEAD_END, head);
    if (headEnd === -1 || headEnd - head > MOST_HEAD_BYTES) throw broken('a part has no head');
    const start = headEnd + HEAD_END.length;
    // An empty value shares its line break with the head.
    const next = body.indexOf(closing, start - LINE.length);
    if (next === -1) throw broken('its last part is not closed');
    const end = Math.max(start, next);
    parts.push({
      ...headOf(body.toString('utf8', head, headEnd)),
      start,
      end,
      value: body.subarray(start, end),
    });
    at = next + LINE.length;
  }
  throw broken('its end is missing');
}

function boundaryOf(contentType: string): string {
  const match = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType);
  const boundary = match?.[1] ?? match?.[2];
  if (boundary === undefined) throw broken('its boundary is missing');
  return boundary;
}

function headOf(text: string): Pick<FormPart, 'name' | 'fileName' | 'contentType'> {
  const disposition = /^content-disposition:\s*form-data\s*;(.*)$/im.exec(text)?.[1];
  const name = disposition === undefined ? undefined : parameter(disposition, 'name');
  if (name === undefined) throw broken('a part has no name');
  return {
    name,
    fileName: disposition === undefined ? undefined : parameter(disposition, 'filename'),
    contentType: /^content-type:\s*(\S[^\r\n]*?)\s*$/im.exec(text)?.[1],
  };
}

function parameter(disposition: string, name: string): string | undefined {
  const match = new RegExp(`(?:^|;)\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]+))`, 'i').exec(
    disposition,
  );
  return match?.[1] ?? match?.[2];
}

/** The plain fields, the first of each name. @throws Refusal 400 for a field that is no text */
export function formFields(parts: readonly FormPart[]): Record<string, unknown> {
  const fields: [string, unknown][] = [];
  for (const { name, fileName, value } of parts.toReversed()) {
    if (fileName !== undefined) continue;
    if (!isUtf8(value)) throw broken(`field ${name} is not valid UTF-8`);
    fields.push([name, value.toString('utf8')]);
  }
  return Object.fromEntries(fields);
}

/** The same form with one plain field set to another value; put first where there is none. */
export function withField(body: Buffer, contentType: string, name: string, value: string): Buffer {
  const part = readForm(body, contentType).find((one) => one.name === name && one.fileName === undefined);
  if (part) return Buffer.concat([body.subarray(0, part.start), Buffer.from(value), body.subarray(part.end)]);
  const delimiter = `--${boundaryOf(contentType)}`;
  const first = body.indexOf(delimiter);
  const added = `${delimiter}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  return Buffer.concat([body.subarray(0, first), Buffer.from(added), body.subarray(first)]);
}

function broken(why: string): Refusal {
  return new Refusal('invalid_request', { detail: `the form cannot be read: ${why}` });
}
