import { z } from 'zod';
import { localizedText } from '../../fields.js';
import { upstreamPath } from './channel-upstream.js';

/** Mantine colours of type badges. */
const channelTypeColor = z.enum([
  'blue',
  'cyan',
  'grape',
  'gray',
  'green',
  'indigo',
  'orange',
  'pink',
  'red',
  'teal',
  'violet',
  'yellow',
]);
export type ChannelTypeColor = z.infer<typeof channelTypeColor>;

/** What channels of a type can be used for. */
export const channelCapability = z.enum([
  'chat',
  'completions',
  'responses',
  'messages',
  'gemini',
  'embeddings',
  'moderations',
  'rerank',
  'image-generation',
  'image-edit',
  'speech',
  'transcription',
  'translation',
  'realtime',
  'count-tokens',
  'drawing-tasks',
  'music-tasks',
  'video-tasks',
  'model-list',
  'balance',
]);
export type ChannelCapability = z.infer<typeof channelCapability>;

const field = { label: localizedText, placeholder: localizedText };

/** How the channel form differs between types. */
const channelTypeForm = z.strictObject({
  /** The address field: the general one, none, or one with its own label. */
  base_url: z.union([z.literal('general'), z.literal('none'), z.strictObject(field)]),
  /** Other addresses of the provider to choose from, such as regions and fixed-price plans. */
  base_urls: z.array(z.strictObject({ label: localizedText, url: z.string() })),
  /** The field of the column `other`; null: the type does not use it. */
  other: z
    .strictObject({
      ...field,
      /** Value that the server stores if the field is empty; '' if there is none. */
      default: z.string(),
      /** JSON that a button inserts; '' if there is none. */
      template: z.string(),
    })
    .nullable(),
  /** Whether the type has an organization. */
  organization: z.boolean(),
  /** Explains the format of the key; null: a plain API key. */
  key_hint: localizedText.nullable(),
  /** Forms of keys that have several parts, joined by `|`; empty: the key is one text. */
  key_forms: z.array(
    z.strictObject({
      name: localizedText,
      parts: z.array(
        z.strictObject({
          ...field,
          /** Whether the field hides its text. */
          secret: z.boolean(),
          optional: z.boolean(),
        }),
      ),
    }),
  ),
  /** Page where the provider issues keys; '' if unknown. */
  key_page: z.string(),
  /** The key is one JSON document, never one key per line. */
  key_is_document: z.boolean(),
  /** Operations for which channels can set a path of their own; empty: channels have no paths and headers of their own. */
  paths: z.array(upstreamPath),
  note: z.strictObject({ text: localizedText, color: channelTypeColor }).nullable(),
});
export type ChannelTypeForm = z.infer<typeof channelTypeForm>;

const modelDates = z.strictObject({
  model: z.string(),
  released: z.string().describe("Day, as in `2026-10-23`; '' = not published."),
  retires: z.string().describe("From which day requests fail, past or announced; '' = not published."),
  retired: z.boolean().describe('Whether requests fail today.'),
});
export type ModelDatesResponse = z.infer<typeof modelDates>;

/** A channel type as the console shows it. */
export const channelTypeResponse = z
  .strictObject({
    type: z.int(),
    /** Short name for programs; `owned_by` of its models. */
    id: z.string(),
    name: localizedText,
    color: channelTypeColor,
    /** Default address; null: channels must set their own. */
    base_url: z.string().nullable(),
    /** Suggested models of a new channel: without those that the provider has retired. */
    models: z.array(z.string()),
    /** What the provider publishes about its models, also about others than the suggested ones. */
    model_dates: z.array(modelDates),
    /** Those of the suggested models that have a price in the built-in list. */
    listed_prices: z.array(z.string()),
    /** Words by which people search for it beside its name, such as names of its models. */
    synonyms: z.array(z.string()),
    /** Whether its channels can be tested. */
    testable: z.boolean(),
    capabilities: z.array(channelCapability),
    /** Whether requests can be sent to it. False only for types of imported channels that have no provider yet. */
    served: z.boolean(),
    /** Whether it is offered for new channels. */
    offered: z.boolean(),
    /** Whether the provider has shut this API down. */
    retired: z.boolean(),
    form: channelTypeForm,
  })
  .meta({ id: 'ChannelType' });
export type ChannelTypeResponse = z.infer<typeof channelTypeResponse>;
