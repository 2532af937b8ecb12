import type { FieldError, Fields } from '../../json/fields.js';

/**
 * Members of Google's JSON: names may be in camel case or snake case, numbers may be strings, and a list may be replaced by
 * a single item (https://protobuf.dev/programming-guides/json/, and what the API accepts).
 */
export class GoogleFields {
  constructor(private readonly fields: Fields) {}

  /** Names of the members that are present. */
  get names(): string[] {
    return Object.keys(this.fields.values).filter((name) => this.fields.has(name));
  }

  has(name: string): boolean {
    return this.fields.has(this.spelled(name));
  }

  raw(name: string): unknown {
    return this.fields.raw(this.spelled(name));
  }

  string(name: string): string | undefined {
    return this.fields.string(this.spelled(name));
  }

  neededString(name: string): string {
    return this.fields.neededString(this.spelled(name));
  }

  number(name: string): number | undefined {
    const value = this.raw(name);
    if (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)))
      return Number(value);
    return this.fields.number(this.spelled(name));
  }

  integer(name: string): number | undefined {
    const value = this.number(name);
    if (value === undefined || Number.isInteger(value)) return value;
    throw this.wrong(name, 'an integer');
  }

  boolean(name: string): boolean | undefined {
    return this.fields.boolean(this.spelled(name));
  }

  strings(name: string): string[] | undefined {
    return this.fields.strings(this.spelled(name));
  }

  object(name: string): GoogleFields | undefined {
    const value = this.fields.object(this.spelled(name));
    return value && new GoogleFields(value);
  }

  neededObject(name: string): GoogleFields {
    return new GoogleFields(this.fields.neededObject(this.spelled(name)));
  }

  /** The items of a list, or the single item in its place. */
  items(name: string): GoogleFields[] {
    const key = this.spelled(name);
    const value = this.fields.raw(key);
    if (value === undefined || Array.isArray(value))
      return this.fields.objects(key).map((item) => new GoogleFields(item));
    return [new GoogleFields(this.fields.neededObject(key))];
  }

  wrong(name: string, expected: string): FieldError {
    return this.fields.wrong(this.spelled(name), expected);
  }

  unsupported(name: string): FieldError {
    return this.fields.unsupported(this.spelled(name));
  }

  place(name: string): string {
    return this.fields.place(this.spelled(name));
  }

  private spelled(name: string): string {
    if (this.fields.has(name)) return name;
    const snake = snakeCase(name);
    return this.fields.has(snake) ? snake : name;
  }
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
