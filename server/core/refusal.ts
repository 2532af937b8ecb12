import { texts, type TextCode } from './text/index.js';

/**
 * The one error class whose text reaches clients. The code picks text and HTTP status from `core/text`;
 * the edge (management envelope, or the client's relay protocol) decides how both are shown.
 */
export class Refusal extends Error {
  /** HTTP status; management answers most refusals with 200 and `success: false`. */
  readonly status: number;

  constructor(
    readonly code: TextCode,
    readonly parameters: Readonly<Record<string, string | number>> = {},
    options?: { readonly cause?: unknown; readonly retryAfterSeconds?: number },
  ) {
    const text: { zh: string; status: number } = texts[code];
    super(fill(text.zh, parameters), { cause: options?.cause });
    this.status = text.status;
    this.retryAfterSeconds = options?.retryAfterSeconds;
  }

  readonly retryAfterSeconds: number | undefined;
}

function fill(text: string, parameters: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(parameters[name] ?? whole));
}
