import { z } from 'zod';
import type { PlainErrorCode } from '../contract/errors/codes.js';
import { serviceTierTable, tierTable } from './tiers.js';

/** Headers that control routing, framing or the connection. An option must not replace them. */
const FIXED_HEADERS = new Set(
  (
    'host connection content-length content-type transfer-encoding upgrade te trailer keep-alive expect ' +
    'proxy-authorization proxy-connection'
  ).split(' '),
);
/** A token (RFC 9110, 5.6.2). */
const headerName = z
  .string()
  .regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/)
  .refine((name) => !FIXED_HEADERS.has(name.toLowerCase()));
/** Visible ASCII characters, spaces and tabs (RFC 9110, 5.5). */
const headerValue = z
  .string()
  .max(4096)
  .regex(/^[\t\x20-\x7e]*$/);

/** Schemas of the JSON tables in options. */
export const shapes = {
  ratios: z.record(z.string(), z.number().nonnegative()),
  groupRatios: z.record(z.string(), z.record(z.string(), z.number().nonnegative())),
  texts: z.record(z.string(), z.string()),
  names: z.array(z.string().min(1)).refine((all) => new Set(all).size === all.length),
  headers: z.record(z.string(), z.record(headerName, z.array(headerValue))),
  tiers: tierTable,
  serviceTiers: serviceTierTable,
  tokens: z.record(z.string(), z.int().positive()),
  chats: z.array(z.record(z.string(), z.string()).refine((chat) => Object.keys(chat).length === 1)),
} as const;

/** Which values an option accepts, and who may change it. Values are text in the table and in the API. */
export interface OptionDefinition {
  /**
   * `address`: '' or an http(s) URL, stored without trailing slashes. `secret`: encrypted at rest, never listed.
   * `image`: '' or an address that pages load as an image (see image-address.ts).
   * `whole` and `number`: decimal text. `text`: anything. `statuses`: ranges of HTTP statuses.
   */
  readonly kind:
    'boolean' | 'whole' | 'number' | 'choice' | 'address' | 'image' | 'text' | 'secret' | 'json' | 'statuses';
  /** The value while none is stored. */
  readonly fallback: string;
  readonly min?: number;
  readonly max?: number;
  /** The value must be greater than this. */
  readonly above?: number;
  readonly choices?: readonly string[];
  readonly shape?: keyof typeof shapes;
  /** May be switched on only while this other option is not empty… */
  readonly needs?: string;
  /** …otherwise the change is rejected with this text. */
  readonly without?: PlainErrorCode;
  /**
   * Only super administrators may change it: it contains a secret, redirects sign-in, mail or payment, or makes browsers
   * load an address. Administrators may change every other option.
   */
  readonly root?: true;
  /**
   * Text that the console shows as a page, or in a frame if it is an address. Only super administrators may set an address.
   */
  readonly page?: true;
}
