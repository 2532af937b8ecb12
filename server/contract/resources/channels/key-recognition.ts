import { z } from 'zod';
import { localizedText } from '../../fields.js';
import { upstreamAddress } from './channel.js';

const MAX_KEY_LENGTH = 65_536;

/** Whose key it is: certainly, probably, or possibly this provider's. */
const keyCertainty = z.enum(['certain', 'likely', 'possible']);
export type KeyCertainty = z.infer<typeof keyCertainty>;

export const recogniseKeyRequest = z.strictObject({
  /** Of several keys the first is used. */
  key: z.string().max(MAX_KEY_LENGTH).default(''),
  /** Where the key is used, if it is known; '' or absent: at the provider's own address. */
  base_url: upstreamAddress.default(''),
  /** Ask the upstreams of `probes` for their models with the key. Absent: the key is sent nowhere. */
  probe: z.boolean().default(false),
});
export type RecogniseKeyRequest = z.infer<typeof recogniseKeyRequest>;

/** Where a channel could be: a type at one address. */
const place = {
  type: z.int(),
  /** Name of the address, if it is not the type's default one; null: it has none. */
  label: localizedText.nullable(),
  /** '' = the default address of the type. */
  base_url: z.string(),
};

const keyCandidate = z.strictObject({
  ...place,
  certainty: keyCertainty,
  reason: z
    .enum(['key_prefix', 'key_form', 'key_parts', 'address', 'compatible', 'model_list'])
    .describe(
      'How the key begins; its form; its number of parts; the host of base_url; any address may be compatible with OpenAI; the model list that the upstream returned.',
    ),
  /** How the key begins, if that is the reason; else ''. */
  prefix: z.string(),
  /** Index of the form of its key, of the `key_forms` of the type. */
  key_form: z.int(),
  /** Models that the upstream listed for this key; empty if it was not asked. */
  models: z.array(z.string()),
});
export type KeyCandidate = z.infer<typeof keyCandidate>;

const keyProbe = z.strictObject({
  ...place,
  outcome: z
    .enum(['not_asked', 'listed', 'rejected', 'failed', 'cancelled'])
    .describe(
      'Not asked; it listed its models; it rejected the key; it was not reached or returned no list; another upstream had listed its models first.',
    ),
});
export type KeyProbe = z.infer<typeof keyProbe>;

export const recogniseKeyResponse = z
  .strictObject({
    /** Most certain first. */
    candidates: z.array(keyCandidate),
    /** Upstreams that receive the key if `probe` is set. */
    probes: z.array(keyProbe),
  })
  .meta({ id: 'RecognisedKey' });
export type RecogniseKeyResponse = z.infer<typeof recogniseKeyResponse>;
