/** A missing value or one of the wrong type; the protocol turns it into its own ApiError. */
export class FieldError extends Error {}

type Values = Readonly<Record<string, unknown>>;

/**
 * Reads a parsed JSON object strictly. Errors contain the path of the invalid value (`messages[2].content[0].text`). `null`
 * counts as absent, as with all providers.
 */
export class Fields {
  private constructor(
    readonly values: Values,
    private readonly parent: Fields | undefined,
    private readonly step: string,
  ) {}

  static of(value: unknown): Fields {
    if (!isObject(value)) throw new FieldError('the body must be a JSON object');
    return new Fields(value, undefined, '');
  }

  has(name: string): boolean {
    return this.values[name] !== undefined && this.values[name] !== null;
  }

  raw(name: string): unknown {
    return this.values[name] ?? undefined;
  }

  string(name: string): string | undefined {
    const value = this.values[name] ?? undefined;
    if (value === undefined || typeof value === 'string') return value;
    throw this.wrong(name, 'a string');
  }

  neededString(name: string): string {
    const value = this.string(name);
    if (value === undefined) throw this.wrong(name, 'a string');
    return value;
  }

  number(name: string): number | undefined {
    const value = this.values[name] ?? undefined;
    if (value === undefined || typeof value === 'number') return value;
    throw this.wrong(name, 'a number');
  }

  integer(name: string): number | undefined {
    const value = this.number(name);
    if (value === undefined || Number.isInteger(value)) return value;
    throw this.wrong(name, 'an integer');
  }

  boolean(name: string): boolean | undefined {
    const value = this.values[name] ?? undefined;
    if (value === undefined || typeof value === 'boolean') return value;
    throw this.wrong(name, 'true or false');
  }

  object(name: string): Fields | undefined {
    const value = this.values[name] ?? undefined;
    if (value === undefined) return undefined;
    if (!isObject(value)) throw this.wrong(name, 'an object');
    return new Fields(value, this, name);
  }

  neededObject(name: string): Fields {
    const value = this.object(name);
    if (value === undefined) throw this.wrong(name, 'an object');
    return value;
  }

  /** A list of objects; empty when absent. */
  objects(name: string): Fields[] {
    const value = this.values[name] ?? undefined;
    if (value === undefined) return [];
    if (!Array.isArray(value)) throw this.wrong(name, 'a list');
    return value.map((item: unknown, index) => {
      if (!isObject(item)) throw this.wrong(`${name}[${index}]`, 'an object');
      return new Fields(item, this, `${name}[${index}]`);
    });
  }

  strings(name: string): string[] | undefined {
    const value = this.values[name] ?? undefined;
    if (value === undefined) return undefined;
    if (!Array.isArray(value)) throw this.wrong(name, 'a list of strings');
    return value.map((item: unknown) => {
      if (typeof item !== 'string') throw this.wrong(name, 'a list of strings');
      return item;
    });
  }

  /** A string, or a list of objects. */
  textOrObjects(name: string): string | Fields[] | undefined {
    const value = this.values[name] ?? undefined;
    if (value === undefined || typeof value === 'string') return value;
    if (!Array.isArray(value)) throw this.wrong(name, 'a string or a list');
    return this.objects(name);
  }

  wrong(name: string, expected: string): FieldError {
    return new FieldError(`field ${this.place(name)} must be ${expected}`);
  }

  unsupported(name: string): FieldError {
    return new FieldError(`field ${this.place(name)} has an unsupported value`);
  }

  place(name: string): string {
    let path = name;
    for (let at: Fields | undefined = this.parent ? this : undefined; at?.parent; at = at.parent) {
      path = `${at.step}.${path}`;
    }
    return path;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
