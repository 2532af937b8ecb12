import type { PlainErrorCode } from '../errors/codes.js';
import type { Localized } from '../fields.js';
import type { JsonShape, JsonValues } from './json-shapes.js';

interface Base {
  readonly label: Localized;
  readonly hint?: Localized;
  /**
   * Only super administrators may change it: it contains a secret, redirects sign-in, mail or payment, or makes browsers
   * load an address. Administrators may change every other option.
   */
  readonly root?: true;
  /** It decides about sign-in or money, although administrators may change it: a change needs a recent confirmation, as with `root`. */
  readonly sensitive?: true;
  /** The field takes a full row; fields for long values always do. */
  readonly wide?: true;
  /** Accepted and stored for databases and clients of the compatible API, without effect and without a field. */
  readonly storedOnly?: true;
}

/** On or off; `true` and `false` as text. */
export interface BooleanOption extends Base {
  readonly kind: 'boolean';
  readonly default: boolean;
  /** May be switched on only while this other option is not empty; otherwise the change fails with this error code. */
  readonly needs?: { readonly option: string; readonly error: PlainErrorCode };
  /** The switch is saved at once instead of with the card. */
  readonly instant?: true;
  /** Confirmation before it is switched off. */
  readonly confirmOff?: { readonly title: Localized; readonly text: Localized };
}

/** What a number counts. `quota` is shown with its worth in currency (500000 = 1 USD by default). */
export type Unit = 'seconds' | 'minutes' | 'days' | 'requests' | 'tokens' | 'quota';

/** Decimal text in the table and in the API. */
export interface NumberOption extends Base {
  readonly kind: 'integer' | 'number';
  readonly default: number;
  readonly min?: number;
  readonly max?: number;
  /** 0 is valid, and else nothing below this. */
  readonly minUnlessZero?: number;
  /** The value must be greater than this. */
  readonly above?: number;
  readonly unit?: Unit;
  /** Quota units per US dollar: the console asks before it saves a change, with what all balances are worth then. */
  readonly revaluesBalances?: true;
  /** Shown once, before the first change. */
  readonly warning?: { readonly title: Localized; readonly text: Localized };
}

/**
 * `text`: anything. `url`: '' or an http(s) URL, stored without trailing slashes. `image`: '' or an address that pages
 * load as an image. `color`: '' or `#rrggbb`. `statuses`: ranges of HTTP statuses, see status-ranges.ts.
 */
interface TextOption extends Base {
  readonly kind: 'text' | 'url' | 'image' | 'color' | 'statuses';
  readonly default: string;
  /**
   * `lines`: one entry per line. `list`: entries separated by commas. `page`: Markdown or HTML that the console shows as a
   * page, or the address of a page, which only super administrators may set. `markup`: Markdown or HTML.
   */
  readonly editor?: 'lines' | 'list' | 'page' | 'markup';
  readonly rows?: readonly [min: number, max: number];
  readonly placeholder?: string;
  /** Error text for an invalid URL, instead of the default. */
  readonly invalid?: Localized;
}

/** Encrypted at rest and never listed. */
interface SecretOption extends Base {
  readonly kind: 'secret';
  readonly default: '';
}

interface ChoiceOption extends Base {
  readonly kind: 'choice';
  readonly default: string;
  readonly choices: readonly { readonly value: string; readonly label: Localized }[];
}

/** JSON text in the table and in the API. */
type JsonOptionOf<S extends JsonShape> = S extends JsonShape
  ? Base & {
      readonly kind: 'json';
      readonly shape: S;
      /** Absent if a feature registers its own table while it starts. */
      readonly default?: JsonValues[S];
      /** An example that the console inserts on request. */
      readonly template?: JsonValues[S];
      readonly rows?: readonly [min: number, max: number];
      /** Error text for an invalid value, instead of the default. */
      readonly invalid?: Localized;
    }
  : never;
export type JsonOption = JsonOptionOf<JsonShape>;

/** An option: which values it accepts, its default, who may change it, and its field in the console. */
export type OptionDeclaration =
  BooleanOption | NumberOption | TextOption | SecretOption | ChoiceOption | JsonOption;

/** Message after a card of the system tab was saved. */
export const UPDATED: Localized = { zh: '更新成功', en: 'Updated' };

/** Tabs of the settings page, in order. */
export const tabs = ['operation', 'ratelimit', 'models', 'system', 'other'] as const;
export type Tab = (typeof tabs)[number];
export const tabTitles: Readonly<Record<Tab, Localized>> = {
  operation: { zh: '运营设置', en: 'Operation' },
  ratelimit: { zh: '速率限制设置', en: 'Rate limits' },
  models: { zh: '模型相关设置', en: 'Models' },
  system: { zh: '系统设置', en: 'System' },
  other: { zh: '其他设置', en: 'Other' },
};

/** A heading for several cards, which are one subject of the settings page. */
export interface CardSection {
  readonly id: string;
  readonly title: Localized;
  readonly lead: Localized;
}

/** Options that are shown and saved together. Cards and their options are shown in the order of their declaration. */
export interface Card {
  /** Unique; also the DOM id of the card. */
  readonly id: string;
  readonly tab: Tab;
  /** Adjacent cards of the same section are shown together under its heading. */
  readonly section?: CardSection;
  /** The `ratio` parameter of the settings page's URL that shows the card. */
  readonly ratioView?: 'json' | 'more';
  readonly title: Localized;
  readonly lead?: Localized;
  /** Other words, in any language, by which the search of the settings finds the card. */
  readonly synonyms?: string;
  /** Label of the save button, and messages when everything (`saved`) or nothing (`failed`) was saved. */
  readonly save?: Localized;
  readonly saved?: Localized;
  readonly failed?: Localized;
  /** A note above the fields. */
  readonly notice?: Localized;
  /** The card cannot be saved while this option of another card is empty. */
  readonly requires?: { readonly option: string; readonly message: Localized };
  readonly options: Readonly<Record<string, OptionDeclaration>>;
}

/** Keeps the literal types of a card, from which the types of its options' values follow. */
export function declareCard<const C extends Card>(card: C): C {
  return card;
}
