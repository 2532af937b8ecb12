import { brokenForm, type Form, type FormBytes, type FormPart } from './form.js';
import { headerParameters } from './header-parameters.js';

const LINE = Buffer.from('\r\n');
const HEAD_END = Buffer.from('\r\n\r\n');
const DASH = 0x2d;
const MAX_PARTS = 1000;
const MAX_HEAD_BYTES = 16 * 1024;
/** Limit of the plain fields and part headers of a form together, which are kept in memory. */
const MAX_KEPT_BYTES = 1024 * 1024;
/** Bytes kept from the start of each file, enough to detect the type of an image. */
const FILE_BEGINNING = 16;
/** Maximum length of a boundary (RFC 2046, 5.1.1). */
const MAX_BOUNDARY = 70;

type Head = Pick<FormPart, 'name' | 'fileName' | 'contentType'>;
type Place = 'preamble' | 'delimiter' | 'head' | 'value' | 'epilogue';

/** Why a form that ends in this place is invalid. */
const CUT: Readonly<Record<Exclude<Place, 'epilogue'>, string>> = {
  preamble: 'its end is missing',
  delimiter: 'its boundary is not clear',
  head: 'a part has no head',
  value: 'its last part is not closed',
};

/**
 * Finds the parts of a multipart form (RFC 7578) while it arrives. File contents are not kept, only their offsets, so the
 * form can be forwarded with one field changed and every other byte unchanged.
 */
export class FormScanner {
  private readonly boundary: string;
  /** Includes the preceding line break, because a delimiter starts at the beginning of a line. */
  private readonly delimiter: Buffer;
  private readonly parts: FormPart[] = [];
  private place: Place = 'preamble';
  /**
   * Received bytes that are not parsed yet. Starts with a line break, because the first delimiter may be the first line of
   * the body.
   */
  private rest: Buffer = LINE;
  /** Offset of `rest` in the body. */
  private at = -LINE.length;
  private first = 0;
  private head: Head | undefined;
  private start = 0;
  private retained: Buffer[] = [];
  private retainedBytes = 0;

  /** @throws ApiError 400 if the content type contains no valid boundary */
  constructor(private readonly contentType: string) {
    this.boundary = boundaryOf(contentType);
    this.delimiter = Buffer.from(`\r\n--${this.boundary}`);
  }

  /** @throws ApiError 400 if the bytes are not a valid form */
  push(chunk: Buffer): void {
    this.rest = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    while (this.step());
  }

  /** @param bytes everything that was pushed. @throws ApiError 400 if the form is incomplete */
  end(bytes: FormBytes): Form {
    if (this.place !== 'epilogue') throw brokenForm(CUT[this.place]);
    const { contentType, boundary, parts, first } = this;
    return { contentType, boundary, parts, first, bytes };
  }

  /** @returns whether `rest` may contain more to parse */
  private step(): boolean {
    switch (this.place) {
      case 'preamble':
        return this.toDelimiter(undefined);
      case 'delimiter':
        return this.behindDelimiter();
      case 'head':
        return this.readHead();
      case 'value':
        return this.toDelimiter(this.head);
      case 'epilogue':
        this.skip(this.rest.length);
        return false;
    }
  }

  /**
   * Consumes the bytes before the next delimiter: the value of a part, or the preamble if `head` is undefined. Bytes that
   * may be the start of a delimiter stay in `rest`.
   */
  private toDelimiter(head: Head | undefined): boolean {
    const found = this.rest.indexOf(this.delimiter);
    const upTo = found === -1 ? Math.max(0, this.rest.length - this.delimiter.length + 1) : found;
    if (head) this.keep(head, upTo);
    if (found === -1) {
      this.skip(upTo);
      return false;
    }
    if (head) this.close(head, this.at + found);
    else this.first = this.at + found + LINE.length;
    this.skip(found + this.delimiter.length);
    this.place = 'delimiter';
    return true;
  }

  private behindDelimiter(): boolean {
    const { rest } = this;
    if (rest.length < LINE.length) return false;
    if (rest[0] === DASH && rest[1] === DASH) {
      this.place = 'epilogue';
      return true;
    }
    if (this.parts.length === MAX_PARTS) throw brokenForm('it has too many parts');
    if (!rest.subarray(0, LINE.length).equals(LINE)) throw brokenForm('its boundary is not clear');
    this.place = 'head';
    return true;
  }

  private readHead(): boolean {
    const end = this.rest.indexOf(HEAD_END);
    if ((end === -1 ? this.rest.length - HEAD_END.length : end) > MAX_HEAD_BYTES)
      throw brokenForm('a part has no head');
    if (end === -1) return false;
    this.count(end);
    this.head = headOf(this.rest.toString('utf8', 0, end));
    this.start = this.at + end + HEAD_END.length;
    // The last line break of the header block is kept: if the value is empty, it also starts the next delimiter.
    this.skip(end + HEAD_END.length - LINE.length);
    this.place = 'value';
    return true;
  }

  private keep({ fileName }: Head, upTo: number): void {
    const from = Math.max(this.at, this.start);
    const left = fileName === undefined ? Infinity : Math.max(0, FILE_BEGINNING - (from - this.start));
    const value = this.rest.subarray(from - this.at, Math.min(upTo, from - this.at + left));
    if (value.length === 0) return;
    if (fileName === undefined) this.count(value.length);
    this.retained.push(value);
  }

  private close(head: Head, end: number): void {
    this.parts.push({
      ...head,
      start: this.start,
      end: Math.max(this.start, end),
      // A copy: a view would keep the whole chunk in memory.
      retained: Buffer.concat(this.retained),
    });
    this.retained = [];
  }

  private count(bytes: number): void {
    this.retainedBytes += bytes;
    if (this.retainedBytes > MAX_KEPT_BYTES) throw brokenForm('its fields are longer than 1 MiB');
  }

  private skip(bytes: number): void {
    this.rest = this.rest.subarray(bytes);
    this.at += bytes;
  }
}

function boundaryOf(contentType: string): string {
  const from = contentType.indexOf(';');
  const boundary =
    from === -1 ? undefined : headerParameters(contentType.slice(from).trimEnd())?.get('boundary');
  if (boundary === undefined || boundary === '' || boundary.length > MAX_BOUNDARY || boundary.includes('\\'))
    throw brokenForm('its boundary is missing');
  return boundary;
}

/** Rejects headers that parsers could read differently: the price depends on the fields found here. */
function headOf(text: string): Head {
  const headers = new Map<string, string>();
  for (const line of text.split('\r\n')) {
    if (line === '') continue;
    const colon = line.indexOf(':');
    const key = line.slice(0, colon).toLowerCase();
    if (colon < 1 || /\s/.test(key) || headers.has(key)) throw brokenForm('the head of a part is not clear');
    headers.set(key, line.slice(colon + 1).trim());
  }
  const [kind = '', rest = ''] = split(headers.get('content-disposition') ?? '');
  const parameters = kind.toLowerCase() === 'form-data' ? headerParameters(rest) : undefined;
  const name = parameters?.get('name');
  if (name === undefined) throw brokenForm('a part has no name');
  return {
    name,
    fileName: parameters?.get('filename') ?? parameters?.get('filename*'),
    contentType: headers.get('content-type'),
  };
}

/** Splits a header into its value and its parameters, which start at the first semicolon. */
function split(header: string): string[] {
  const at = header.indexOf(';');
  return at === -1 ? [header] : [header.slice(0, at).trim(), header.slice(at)];
}
