import { list, record, text, type UnknownRecord } from '../../json/lenient.js';

/** Steps of one path. */
const MAX_DEPTH = 64;
/** Elements of a list that a path may name. */
const MAX_INDEX = 10_000;

/**
 * A function call whose arguments are streamed in pieces (`partialArgs`, `willContinue`):
 * https://cloud.google.com/vertex-ai/generative-ai/docs/multimodal/function-calling#streaming-fc
 */
export class PartialCall {
  id = '';
  name = '';
  signature = '';
  /** Whether the last piece of an argument has not arrived yet. */
  isCut = false;
  private readonly root: { args: unknown } = { args: {} };

  add(call: UnknownRecord, signature: string): void {
    this.id ||= text(call.id);
    this.name ||= text(call.name);
    this.signature ||= signature;
    if (call.args !== undefined) Object.assign(this.root, { args: call.args });
    for (const piece of list(call.partialArgs).map(record)) {
      this.set(piece);
      this.isCut = piece.willContinue === true;
    }
  }

  get args(): unknown {
    return this.root.args;
  }

  /** A text goes on where it stopped; everything else comes whole. */
  private set(piece: UnknownRecord): void {
    const steps = ['args', ...stepsOf(text(piece.jsonPath))];
    if (steps.length > MAX_DEPTH) return;
    let place: Record<string | number, unknown> = this.root;
    for (const [at, step] of steps.entries()) {
      const existing = Object.hasOwn(place, step) ? place[step] : undefined;
      if (at === steps.length - 1) {
        put(place, step, valueOf(piece, existing));
        return;
      }
      const next =
        typeof existing === 'object' && existing !== null
          ? existing
          : typeof steps[at + 1] === 'number'
            ? []
            : {};
      put(place, step, next);
      place = next as Record<string | number, unknown>;
    }
  }
}

/** `$.a.b[0]` and `$['a']`. */
function stepsOf(path: string): (string | number)[] {
  return [...path.matchAll(/\.([^.[\]]+)|\[(\d+)\]|\['([^']*)'\]/g)].map(([, name, index, quoted]) =>
    index === undefined ? (name ?? quoted ?? '') : Math.min(MAX_INDEX, Number(index)),
  );
}

function valueOf(piece: UnknownRecord, existing: unknown): unknown {
  if (typeof piece.stringValue === 'string')
    return (typeof existing === 'string' ? existing : '') + piece.stringValue;
  if (typeof piece.numberValue === 'number') return piece.numberValue;
  if (typeof piece.boolValue === 'boolean') return piece.boolValue;
  return 'nullValue' in piece ? null : (existing ?? '');
}

/** Defined as a property of its own, whatever its name. */
function put(place: object, step: string | number, value: unknown): void {
  Object.defineProperty(place, step, { value, writable: true, enumerable: true, configurable: true });
}
