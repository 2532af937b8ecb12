/** i18n key of a channel form text. */
type FormText =
  | 'azureUrl'
  | 'azureUrlPlaceholder'
  | 'customUrl'
  | 'customUrlPlaceholder'
  | 'fastgptUrl'
  | 'fastgptUrlPlaceholder'
  | 'sunoUrl'
  | 'sunoUrlPlaceholder'
  | 'azureVersion'
  | 'azureVersionPlaceholder'
  | 'sparkVersion'
  | 'sparkVersionPlaceholder'
  | 'knowledgeId'
  | 'knowledgeIdPlaceholder'
  | 'accountId'
  | 'accountIdPlaceholder'
  | 'region'
  | 'regionPlaceholder'
  | 'azureNote'
  | 'customNote'
  | 'difyNote'
  | 'sunoNote'
  | 'keyUsual'
  | 'key15'
  | 'key18'
  | 'key22'
  | 'key23'
  | 'key33'
  | 'key41';

interface Prompt {
  label: FormText;
  placeholder: FormText;
}

/** Differences of a channel type's form from the default form; absent = default. */
export interface TypeFields {
  /** Replaces the default API address field; null = no such field. */
  baseUrl?: Prompt | null;
  /** Label of the column `other`. */
  other?: Prompt;
  organization?: boolean;
  note?: { text: FormText; color: string };
  keyHint?: FormText;
  /** The key is one JSON document, never one key per line. */
  keyIsJson?: boolean;
  /** `other` may be plain text or JSON of this shape. */
  otherTemplate?: unknown;
}

const FIELDS: Record<number, TypeFields> = {
  1: { organization: true },
  3: {
    baseUrl: { label: 'azureUrl', placeholder: 'azureUrlPlaceholder' },
    other: { label: 'azureVersion', placeholder: 'azureVersionPlaceholder' },
    note: { text: 'azureNote', color: 'yellow' },
  },
  8: {
    baseUrl: { label: 'customUrl', placeholder: 'customUrlPlaceholder' },
    note: { text: 'customNote', color: 'yellow' },
  },
  15: { keyHint: 'key15' },
  18: { keyHint: 'key18', other: { label: 'sparkVersion', placeholder: 'sparkVersionPlaceholder' } },
  21: { other: { label: 'knowledgeId', placeholder: 'knowledgeIdPlaceholder' } },
  22: { baseUrl: { label: 'fastgptUrl', placeholder: 'fastgptUrlPlaceholder' }, keyHint: 'key22' },
  23: { keyHint: 'key23' },
  33: { keyHint: 'key33' },
  36: {
    baseUrl: { label: 'sunoUrl', placeholder: 'sunoUrlPlaceholder' },
    note: { text: 'sunoNote', color: 'blue' },
  },
  37: { note: { text: 'difyNote', color: 'yellow' } },
  39: { other: { label: 'accountId', placeholder: 'accountIdPlaceholder' } },
  41: {
    other: { label: 'region', placeholder: 'regionPlaceholder' },
    otherTemplate: { default: 'us-central1', 'claude-3-5-sonnet-20240620': 'europe-west1' },
    keyHint: 'key41',
    keyIsJson: true,
  },
  45: { baseUrl: null },
};

const USUAL: TypeFields = {};

export function fieldsOf(type: number): TypeFields {
  return FIELDS[type] ?? USUAL;
}

/** Types that are not model providers have a fixed list of actions. */
const FIXED_MODELS: Record<number, string> = {
  2: 'mj_imagine mj_variation mj_reroll mj_blend mj_upscale mj_describe mj_uploads',
  5: 'swap_face mj_imagine mj_variation mj_reroll mj_blend mj_upscale mj_describe mj_zoom mj_shorten mj_modal mj_inpaint mj_custom_zoom mj_high_variation mj_low_variation mj_pan mj_uploads',
  36: 'suno_music suno_lyrics',
};

/** Default models of a type; `known` is the response of GET /api/models. */
export function relatedModels(type: number, known: Record<string, string[]> | undefined): string[] {
  return FIXED_MODELS[type]?.split(' ') ?? known?.[String(type)] ?? [];
}
