import type { PlainErrorCode } from '../../contract/errors/codes.js';
import type { Localized } from '../../contract/fields.js';
import type { ChannelTypeColor } from '../../contract/resources/channels/channel-type.js';
import type { ProviderBalance } from '../../contract/resources/channels/channel-balance.js';
import type { KeyCertainty } from '../../contract/resources/channels/key-recognition.js';
import type { UnknownRecord } from '../json/lenient.js';
import type { Provider, Target, UpstreamCall } from './provider.js';

/** Everything about one channel type. The registry, the console's form and the API of channel types follow from it. */
export interface ProviderDefinition {
  /**
   * Number of the type in the database. Numbers below 1000 are those of imported databases (28–30 and 32 were never used);
   * new providers start at 1000.
   */
  readonly type: number;
  /** Short unique name; `owned_by` of its models. */
  readonly id: string;
  readonly name: Localized;
  /** Colour of its badge. */
  readonly color: ChannelTypeColor;
  /** Default address, without trailing slash; null: channels must set their own. */
  readonly baseUrl: string | null;
  /**
   * What the base URLs of SDKs have at their end beyond the address that the provider's paths follow; it is removed from
   * addresses of channels (`channelAddress`). Absent: `/v1`. `none`: addresses are used as they are.
   */
  readonly sdkPath?: RegExp | 'none';
  /** Other words that people search for: the company, its models, abbreviations, Chinese names in Latin letters. */
  readonly synonyms?: readonly string[];
  /** Its models, the usual ones first. The console suggests those that are not retired (`model-dates.ts`) for a new channel. */
  readonly models: readonly string[];
  /** Its list of models does not depend on the key, so a key cannot be checked by it. */
  readonly listsToAnyone?: true;
  /** How to call it; absent: it has no provider yet, so channels of this type can be imported but serve nothing. */
  readonly api?: Provider;
  /** Works, but is no longer offered for new channels. */
  readonly legacy?: true;
  /** The provider has shut this API down; the console marks the type. */
  readonly retired?: true;
  /** Differences from the general channel form. */
  readonly form?: ProviderForm;
  /** By which a pasted key is recognised; absent: its keys look like any other text. */
  readonly keys?: readonly KeyPattern[];
  /** By which its hosts are recognised, for types without a default address. */
  readonly hosts?: RegExp;
  /** Whether the response to its `models` query at an unknown address shows that the server there has this API. */
  readonly isModelList?: (body: UnknownRecord) => boolean;
  /** `owned_by` of the models of such servers, whose list otherwise has OpenAI's form. */
  readonly modelOwner?: string;
  readonly balance?: BalanceQuery;
  /** Why its channels cannot be tested, if there is a better reason than the missing provider. */
  readonly untestable?: string;
}

export interface ProviderForm {
  /** A field with its own label instead of the general address field; 'none': no such field. */
  readonly baseUrl?: FieldText | 'none';
  /** Other addresses of the provider that operators can choose, such as regions and fixed-price plans. */
  readonly baseUrls?: readonly { readonly label: Localized; readonly url: string }[];
  /** Meaning of the column `other`; absent: not used. */
  readonly other?: FieldText & {
    /** Stored if the field is empty. */
    readonly default?: string;
    /** Example value that a button inserts as JSON. */
    readonly template?: object;
    /** Error code of an invalid value. */
    readonly check?: (value: string) => PlainErrorCode | undefined;
  };
  readonly organization?: true;
  /** Format of the key; absent: a plain API key. */
  readonly keyHint?: Localized;
  /** Keys of several parts, joined by `|`. The console has a field for each part, the server checks their number. */
  readonly keyForms?: readonly KeyForm[];
  /** Page where the provider issues keys. */
  readonly keyPage?: string;
  /** Error code of a key that cannot be valid; applies to each key of a channel. */
  readonly checkKey?: (key: string) => PlainErrorCode | undefined;
  /** The key is one JSON document of several lines. */
  readonly keyIsDocument?: true;
  readonly note?: { readonly text: Localized; readonly color: ChannelTypeColor };
}

/** A form of keys that a provider issues. */
export interface KeyPattern {
  /** How such keys begin; '' if they have no fixed beginning. */
  readonly prefix: string;
  /** Matches what follows the prefix; absent: anything. */
  readonly rest?: RegExp;
  /** `certain`: no other provider issues such keys. `likely`: few others do. `possible`: several do. */
  readonly certainty: KeyCertainty;
  /** Addresses for which such keys are issued, of `baseUrl` and `form.baseUrls`; absent: the default address. */
  readonly baseUrls?: readonly string[];
  /** Index of their form in `form.keyForms`, if it is not the first. */
  readonly keyForm?: number;
}

/** What follows the prefix `sk-`, which many providers use: no further prefix. */
export const PLAIN_KEY = /^[A-Za-z0-9]{20,}$/;
export const HEX_KEY = /^[0-9a-f]{32}$/;
export const UUID_KEY = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** One form that keys of a provider can have. */
export interface KeyForm {
  readonly name: Localized;
  readonly parts: readonly KeyPart[];
}

export interface KeyPart extends FieldText {
  /** Shown as it is typed, such as a region. */
  readonly isPublic?: true;
  /** Only the last part may be missing. */
  readonly isOptional?: true;
}

export interface FieldText {
  readonly label: Localized;
  readonly placeholder: Localized;
}

/**
 * Reads an account's balances: yields the calls to make, receives their parsed bodies and returns what the provider
 * reports, each amount with its unit. An empty list, or an amount that is NaN: the balance is unknown.
 */
export type BalanceQuery = (target: Target, now: Date) => Generator<UpstreamCall, ProviderBalance[], unknown>;

export function defineProvider(definition: ProviderDefinition): ProviderDefinition {
  return definition;
}

/** Why channels of providers that only make images or process speech cannot be tested. */
export const UNTESTABLE = {
  images: 'images are not made for a test',
  audio: 'audio is not made or transcribed for a test',
  videos: 'videos are not made for a test',
} as const;

/** Splits a long list of model names, separated by whitespace. */
export function modelNames(text: string): readonly string[] {
  return text.split(/\s+/).filter((name) => name !== '');
}
