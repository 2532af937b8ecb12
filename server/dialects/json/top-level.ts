import { isUtf8 } from 'node:buffer';
import { ApiError } from '../../contract/errors/api-error.js';
import { FieldError, Fields } from './fields.js';
import type { JsonObject, Member } from './object.js';
import { scanInner, scanObject } from './scan.js';

/** Error code of a protocol for missing or invalid fields. */
export type FieldCode = 'invalid_text_request' | 'invalid_claude_request' | 'invalid_gemini_request';

/** Upper bound of a plausible max_tokens. */
const maxTokenLimit = 1_073_741_823;
const quote = 0x22;
const openList = 0x5b;
const closeList = 0x5d;
const openObject = 0x7b;

const NO_REMARKS = {};

/** Top-level fields of a request body, read from its bytes without building the rest. `null` counts as absent. */
export class TopLevel {
  private constructor(
    readonly object: JsonObject,
    private readonly code: FieldCode,
  ) {}

  /** @throws ApiError 400 for anything but a JSON object in UTF-8 */
  static of(body: Buffer, code: FieldCode): TopLevel {
    if (!isUtf8(body)) throw new ApiError('invalid_request', { detail: 'the body is not valid UTF-8' });
    try {
      return new TopLevel(scanObject(body), code);
    } catch (cause) {
      if (!(cause instanceof SyntaxError)) throw cause;
      throw new ApiError('invalid_request', { detail: cause.message }, { cause });
    }
  }

  /** What the pipeline needs to know of the members; see `ReadRequest`. Empty for most bodies. */
  get remarks(): { noted?: readonly number[]; isRepeated?: true } {
    const { noted, isRepeated } = this.object;
    if (noted === undefined && !isRepeated) return NO_REMARKS;
    return { ...(noted && { noted }), ...(isRepeated && { isRepeated }) };
  }

  refuse(detail: string): ApiError {
    return new ApiError(this.code, { detail });
  }

  /** @throws ApiError with the detail `missing` when the model is absent or empty */
  model(missing: string): string {
    const member = this.presentMember('model');
    if (!member) throw this.refuse(missing);
    if (this.object.firstByte(member) !== quote) throw this.refuse('field model must be a string');
    const model = String(this.object.value(member));
    if (model === '') throw this.refuse(missing);
    return model;
  }

  needMessages(): void {
    this.needList('messages');
  }

  /** @throws ApiError unless the member is a non-empty list */
  needList(name: string): void {
    const member = this.presentMember(name);
    if (!member) throw this.refuse(`field ${name} is required`);
    const { body } = this.object;
    if (body[member.start] !== openList) throw this.refuse(`field ${name} must be a list`);
    let at = member.start + 1;
    while ((body[at] ?? 0) <= 0x20) at++;
    if (body[at] === closeList) throw this.refuse(`field ${name} is required`);
  }

  has(name: string): boolean {
    return this.presentMember(name) !== undefined;
  }

  /** True if the member is present and an object. */
  isObject(name: string): boolean {
    const member = this.presentMember(name);
    return member !== undefined && this.object.firstByte(member) === openObject;
  }

  /** True if the member is an object with several members of one name. */
  repeatsIn(name: string): boolean {
    const member = this.presentMember(name);
    return member !== undefined && scanInner(this.object.body, member.start).isRepeated;
  }

  flag(name: string): boolean | undefined {
    const member = this.presentMember(name);
    if (!member) return undefined;
    const value = this.object.value(member);
    if (typeof value !== 'boolean') throw this.refuse(`field ${name} must be true or false`);
    return value;
  }

  integer(name: string): number | undefined {
    const member = this.presentMember(name);
    if (!member) return undefined;
    const value = this.object.value(member);
    if (typeof value !== 'number' || !Number.isInteger(value)) {
      throw this.refuse(`field ${name} must be an integer`);
    }
    return value;
  }

  /** A limit of output tokens; undefined when absent or 0, which is equivalent to no limit. */
  tokenLimit(name: string): number | undefined {
    return this.limit(name, this.integer(name));
  }

  /** The same for a number found elsewhere in the body. */
  limit(name: string, value: number | undefined): number | undefined {
    if (value === undefined) return undefined;
    if (value < 0 || value > maxTokenLimit) throw this.refuse(`${name} is invalid`);
    return value === 0 ? undefined : value;
  }

  /** A short string; undefined when absent or empty. */
  text(name: string): string | undefined {
    const member = this.presentMember(name);
    if (!member) return undefined;
    if (this.object.firstByte(member) !== quote) throw this.refuse(`field ${name} must be a string`);
    return String(this.object.value(member)) || undefined;
  }

  /** The same, but undefined for values that are no strings, which the provider checks. */
  word(name: string): string | undefined {
    const member = this.presentMember(name);
    if (!member || this.object.firstByte(member) !== quote) return undefined;
    return String(this.object.value(member)) || undefined;
  }

  /** A small object, built from its bytes. */
  options(name: string): Fields | undefined {
    const member = this.presentMember(name);
    if (!member) return undefined;
    if (this.object.firstByte(member) !== openObject) throw this.refuse(`field ${name} must be an object`);
    return Fields.of(this.object.value(member));
  }

  private presentMember(name: string): Member | undefined {
    const member = this.object.find(name);
    return member && this.object.firstByte(member) !== 0x6e ? member : undefined;
  }
}

/** Parses a whole body; invalid fields become the protocol's ApiError. @throws ApiError 400 */
export function parseWhole<T>(body: Buffer, code: FieldCode, parse: (fields: Fields) => T): T {
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch (cause) {
    throw new ApiError('invalid_request', { detail: 'the body is not JSON' }, { cause });
  }
  try {
    return parse(Fields.of(value));
  } catch (cause) {
    if (cause instanceof FieldError) throw new ApiError(code, { detail: cause.message }, { cause });
    throw cause;
  }
}
