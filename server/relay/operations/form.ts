import { isUtf8 } from 'node:buffer';
import { Refusal } from '../../core/refusal.js';
import { headerParameters } from './header-parameters.js';

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
/** RFC 2046, 5.1.1. */
const MOST_BOUNDARY = 70;
/** Fields that decide what is charged: given twice, the vendor might take the other one. */
const GIVEN_ONCE = new Set(['model', 'n', 'size', 'quality', 'prompt', 'stream']);

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
  let at = firstDelimiter(body, delimiter, closing);
  while (at !== -1) {
    const head = at + delimiter.length;
    if (body[head] === 0x2d && body[head + 1] === 0x2d) return parts;
    if (parts.length === MOST_PARTS) throw broken('it has too many parts');
    if (body[head] !== 0x0d || body[head + 1] !== 0x0a) throw broken('its boundary is not clear');
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

/** A delimiter stands at the beginning of a line. */
function firstDelimiter(body: Buffer, delimiter: Buffer, closing: Buffer): number {
  if (body.subarray(0, delimiter.length).equals(delimiter)) return 0;
  const at = body.indexOf(closing);
  return at === -1 ? -1 : at + LINE.length;
}

function boundaryOf(contentType: string): string {
  const from = contentType.indexOf(';');
  const boundary =
    from === -1 ? undefined : headerParameters(contentType.slice(from).trimEnd())?.get('boundary');
  if (boundary === undefined || boundary === '' || boundary.length > MOST_BOUNDARY || boundary.includes('\\'))
    throw broken('its boundary is missing');
  return boundary;
}

/** What two readers could understand differently is refused: the price depends on what is found here. */
function headOf(text: string): Pick<FormPart, 'name' | 'fileName' | 'contentType'> {
  const headers = new Map<string, string>();
  for (const line of text.split('\r\n')) {
    if (line === '') continue;
    const colon = line.indexOf(':');
    const key = line.slice(0, colon).toLowerCase();
    if (colon < 1 || /\s/.test(key) || headers.has(key)) throw broken('the head of a part is not clear');
    headers.set(key, line.slice(colon + 1).trim());
  }
  const [kind = '', rest = ''] = split(headers.get('content-disposition') ?? '');
  const parameters = kind.toLowerCase() === 'form-data' ? headerParameters(rest) : undefined;
  const name = parameters?.get('name');
  if (name === undefined) throw broken('a part has no name');
  return {
    name,
    fileName: parameters?.get('filename') ?? parameters?.get('filename*'),
    contentType: headers.get('content-type'),
  };
}

/** A header's first word, and what follows from the semicolon on. */
function split(header: string): string[] {
  const at = header.indexOf(';');
  return at === -1 ? [header] : [header.slice(0, at).trim(), header.slice(at)];
}

/** The plain fields, the first of each name. @throws Refusal 400 for a field that is no text, or one too many */
export function formFields(parts: readonly FormPart[]): Record<string, unknown> {
  const fields = new Map<string, string>();
  const seen = new Set<string>();
  for (const { name, fileName, value } of parts) {
    if (GIVEN_ONCE.has(name) && (seen.has(name) || fileName !== undefined))
      throw broken(`field ${name} is not given once, as a text`);
    seen.add(name);
    if (fileName !== undefined || fields.has(name)) continue;
    if (!isUtf8(value)) throw broken(`field ${name} is not valid UTF-8`);
    fields.set(name, value.toString('utf8'));
  }
  return Object.fromEntries(fields);
}

/** The same form with one plain field set to another value; put first where there is none. */
export function withField(body: Buffer, contentType: string, name: string, value: string): Buffer {
  const part = readForm(body, contentType).find((one) => one.name === name && one.fileName === undefined);
  if (part) return Buffer.concat([body.subarray(0, part.start), Buffer.from(value), body.subarray(part.end)]);
  const delimiter = `--${boundaryOf(contentType)}`;
  const first = firstDelimiter(body, Buffer.from(delimiter), Buffer.from(`\r\n${delimiter}`));
  const added = `${delimiter}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  return Buffer.concat([body.subarray(0, first), Buffer.from(added), body.subarray(first)]);
}

function broken(why: string): Refusal {
  return new Refusal('invalid_request', { detail: `the form cannot be read: ${why}` });
}
