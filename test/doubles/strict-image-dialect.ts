import { openaiDialect } from './openai-dialect.js';
import type { Dialect, DialectRequest } from './scripted-answer.js';
import { Violations } from './strict/violations.js';

type Refusal = ReturnType<NonNullable<Dialect['refuses']>>;

const FILE = '/files/image.png';
/** Where the current request was sent; `refuses` is called right before `whole`. */
let current: DialectRequest | undefined;
let polls = 0;

/** Address of the image that the simulated providers made. */
export const fileUrl = () => `http://${current?.headers.host}${FILE}`;
/** The request that is being answered. */
export const currentRequest = () => current;
const unauthorized = { status: 401, message: 'Invalid API key' };

/** A provider of images that enforces its documented rules. @param check adds the documented rules that the request breaks */
export function strict(
  authorized: (request: DialectRequest) => boolean,
  check: (found: Violations, request: DialectRequest) => void,
  whole: () => object,
  error: (message: string, status: number) => object,
): Dialect {
  return {
    ...openaiDialect,
    refuses(request): Refusal {
      current = request;
      if (!authorized(request)) return unauthorized;
      const found = new Violations();
      check(found, request);
      return found.list[0];
    },
    whole,
    error: (status, message) => error(message, status),
  };
}

/** Work of `strict` that is sometimes not done yet. */
export function polled(
  authorized: (request: DialectRequest) => boolean,
  pending: () => object,
  done: () => object,
): Dialect {
  const whole = () => (++polls % 4 === 1 ? pending() : done());
  return strict(
    authorized,
    () => undefined,
    whole,
    (detail) => ({ detail }),
  );
}

export const bearer = ({ headers }: DialectRequest) => /^Bearer .+/.test(headers.authorization ?? '');
