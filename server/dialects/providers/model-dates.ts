import { makersName } from '../../contract/model-name.js';
import type { ProviderDefinition } from '../kit/define-provider.js';
import { openaiModels } from '../kit/openai/model-names.js';

/** Days as ISO dates (`2026-10-23`); '' = not published. */
export interface ModelDates {
  readonly released: string;
  /** From which day requests fail, past or announced. */
  readonly retires: string;
  /** The provider has removed it from its lists without publishing the day. */
  readonly removed: boolean;
}

/** By the provider's name of the model. */
type DatesByModel = ReadonlyMap<string, ModelDates>;

const UNPUBLISHED = '-';
const REMOVED = 'removed';

/** Lines of a model, the day of its release, and the day of its retirement, `removed`, or `-`. */
function dates(lines: string): DatesByModel {
  const rows = lines.split('\n').map((line) => line.trim().split(/\s+/));
  return new Map(
    rows
      .filter(([model]) => model !== '')
      .map(([model = '', released = UNPUBLISHED, retires = UNPUBLISHED]) => [
        model,
        {
          released: released === UNPUBLISHED ? '' : released,
          retires: retires === UNPUBLISHED || retires === REMOVED ? '' : retires,
          removed: retires === REMOVED,
        },
      ]),
  );
}

/** https://developers.openai.com/api/docs/deprecations, https://developers.openai.com/api/docs/models/all */
const openai = dates(`
  gpt-3.5-turbo                            2023-03-01 2026-10-23
  gpt-3.5-turbo-0613                       2023-06-13 2024-09-13
  gpt-3.5-turbo-1106                       2023-11-06 2026-09-28
  gpt-3.5-turbo-0125                       2024-01-25 2026-10-23
  gpt-3.5-turbo-16k                        2023-06-13 2024-09-13
  gpt-3.5-turbo-16k-0613                   2023-06-13 2024-09-13
  gpt-3.5-turbo-instruct                   2023-09-18 2026-09-28
  gpt-4                                    2023-03-14 2026-10-23
  gpt-4-0613                               2023-06-13 2026-10-23
  gpt-4-1106-preview                       2023-11-06 2026-10-23
  gpt-4-0125-preview                       2024-01-25 2026-03-26
  gpt-4-32k                                2023-03-14 2025-06-06
  gpt-4-32k-0613                           2023-06-13 2025-06-06
  gpt-4-turbo-preview                      2024-01-25 2026-03-26
  gpt-4-turbo                              2024-04-09 2026-10-23
  gpt-4-turbo-2024-04-09                   2024-04-09 2026-10-23
  gpt-4-vision-preview                     2023-11-06 2024-12-06
  gpt-4.1                                  2025-04-14 2027-01-14
  gpt-4.1-mini                             2025-04-14 2027-01-14
  gpt-4.1-nano                             2025-04-14 2026-10-23
  gpt-4.5-preview                          2025-02-27 2025-07-14
  gpt-4.5-preview-2025-02-27               2025-02-27 2025-07-14
  chatgpt-4o-latest                        2024-08-15 2026-02-17
  gpt-4o                                   2024-05-13 2027-01-14
  gpt-4o-2024-05-13                        2024-05-13 2026-10-23
  gpt-4o-2024-08-06                        2024-08-06 2027-01-14
  gpt-4o-2024-11-20                        2024-11-20 2027-01-14
  gpt-4o-mini                              2024-07-18 2027-01-14
  gpt-4o-mini-2024-07-18                   2024-07-18 2027-01-14
  gpt-4o-audio-preview                     2024-10-01 2026-05-07
  gpt-4o-audio-preview-2024-10-01          2024-10-01 2025-10-10
  gpt-4o-realtime-preview                  2024-10-01 2026-05-07
  gpt-4o-realtime-preview-2024-10-01       2024-10-01 2025-10-10
  gpt-4o-realtime-preview-2024-12-17       2024-12-17 2026-05-07
  gpt-4o-mini-realtime-preview             2024-12-17 2026-05-07
  gpt-4o-mini-realtime-preview-2024-12-17  2024-12-17 2026-07-23
  o1-preview                               2024-09-12 2025-07-28
  o1-preview-2024-09-12                    2024-09-12 2025-07-28
  o1-mini                                  2024-09-12 2025-10-27
  o1-mini-2024-09-12                       2024-09-12 2025-10-27
  o1                                       2024-12-17 2026-10-23
  o1-2024-12-17                            2024-12-17 2026-10-23
  o1-pro                                   2025-03-19 2026-10-23
  o3-mini                                  2025-01-31 2026-10-23
  o3-mini-2025-01-31                       2025-01-31 2026-10-23
  o3-mini-high                             2025-01-31 2026-10-23
  o3-mini-2025-01-31-high                  2025-01-31 2026-10-23
  o3-mini-low                              2025-01-31 2026-10-23
  o3-mini-2025-01-31-low                   2025-01-31 2026-10-23
  o3-mini-medium                           2025-01-31 2026-10-23
  o3-mini-2025-01-31-medium                2025-01-31 2026-10-23
  o3                                       2025-04-16 2026-12-11
  o4-mini                                  2025-04-16 2026-10-23
  gpt-5                                    2025-08-07 2026-12-11
  gpt-5-mini                               2025-08-07 2026-12-11
  gpt-5-nano                               2025-08-07 2026-12-11
  gpt-5.1                                  2025-11-13 2027-04-01
  gpt-6-astra                              2026-09-03 -
  text-embedding-ada-002                   2022-12-15 -
  text-embedding-3-small                   2024-01-25 -
  text-embedding-3-large                   2024-01-25 -
  text-curie-001                           - 2024-01-04
  text-babbage-001                         - 2024-01-04
  text-ada-001                             - 2024-01-04
  text-davinci-edit-001                    - 2024-01-04
  text-moderation-latest                   - 2025-10-27
  text-moderation-stable                   - 2025-10-27
  davinci-002                              2023-08-22 2026-09-28
  babbage-002                              2023-08-22 2026-09-28
  dall-e-2                                 2022-04-06 2026-05-12
  dall-e-3                                 2023-10-03 2026-05-12
  gpt-image-1                              - 2026-10-23
  gpt-image-1-mini                         - 2026-12-01
  gpt-image-1.5                            - 2026-12-01
  whisper-1                                - 2027-02-26
  tts-1                                    - 2027-01-06
  tts-1-1106                               - 2027-01-06
  tts-1-hd                                 - 2027-01-06
  tts-1-hd-1106                            - 2027-01-06
`);

/** https://platform.claude.com/docs/en/about-claude/model-deprecations */
const anthropic = dates(`
  claude-instant-1.2                   2023-08-09 2024-11-06
  claude-2                             2023-07-11 2025-07-21
  claude-2.0                           2023-07-11 2025-07-21
  claude-2.1                           2023-11-21 2025-07-21
  claude-3-sonnet-20240229             2024-02-29 2025-07-21
  claude-3-opus-20240229               2024-02-29 2026-01-05
  claude-3-haiku-20240307              2024-03-07 2026-04-20
  claude-3-5-sonnet-20240620           2024-06-20 2025-10-28
  claude-3-5-sonnet-20241022           2024-10-22 2025-10-28
  claude-3-5-haiku-20241022            2024-10-22 2026-02-19
  claude-3-7-sonnet-20250219           2025-02-19 2026-02-19
  claude-3-7-sonnet-20250219-thinking  2025-02-19 2026-02-19
  claude-sonnet-4-20250514             2025-05-14 2026-06-15
  claude-opus-4-20250514               2025-05-14 2026-06-15
  claude-opus-4-1-20250805             2025-08-05 2026-08-05
  claude-sonnet-4-5-20250929           2025-09-29 -
  claude-haiku-4-5-20251001            2025-10-01 -
  claude-opus-4-5-20251101             2025-11-01 2027-01-22
  claude-sonnet-5                      2026-06-30 -
  claude-opus-5                        2026-07-24 -
`);

/** https://ai.google.dev/gemini-api/docs/deprecations, https://ai.google.dev/gemini-api/docs/changelog */
const gemini = dates(`
  gemini-1.5-pro                 2024-02-15 2025-09-29
  gemini-1.5-pro-latest          2024-02-15 2025-09-29
  gemini-1.5-flash               2024-05-14 2025-09-29
  gemini-1.5-flash-latest        2024-05-14 2025-09-29
  gemini-1.5-flash-8b            2024-10-03 2025-09-29
  gemini-exp-1206                2024-12-06 removed
  gemini-2.0-flash               2025-02-05 2026-06-01
  gemini-2.0-flash-lite          2025-02-25 2026-06-01
  gemini-2.0-flash-lite-preview  2025-02-05 2025-12-09
  gemini-2.0-flash-exp           2024-12-11 2025-12-09
  gemini-2.0-pro-exp             2025-02-05 2025-12-09
  gemini-2.0-flash-thinking-exp  2024-12-19 2025-12-02
  gemini-2.5-pro-exp-03-25       2025-03-25 2025-06-26
  gemini-2.5-pro-preview-03-25   2025-03-25 2025-12-02
  gemini-2.5-pro                 2025-06-17 2026-12-01
  gemini-2.5-flash               2025-06-17 2026-12-01
  gemini-2.5-flash-lite          2025-07-22 -
  gemini-3-pro-preview           2025-11-18 2026-03-09
  gemini-3.1-pro-preview         2026-02-19 -
  gemini-3.1-flash-lite          2026-05-07 2027-05-07
  gemini-3.5-flash               2026-05-19 -
  gemini-3-pro-image             2026-05-28 -
  gemini-3.1-flash-image         2026-05-28 -
  gemini-3.5-flash-lite          2026-07-21 -
  gemini-3.6-flash               2026-07-21 -
  gemini-3.7-flash               2026-08-13 -
  gemini-3.8-flash               2026-09-02 -
  imagen-3.0-generate-002        2025-02-06 2025-11-10
  gemini-embedding-exp-03-07     2025-03-07 2025-10-30
  gemini-embedding-001           2025-07-14 2028-05-14
  text-embedding-004             2024-04-09 2026-01-14
  embedding-001                  - 2025-10-30
`);

/** https://docs.mistral.ai/getting-started/models */
const mistral = dates(`
  open-mistral-7b          - 2025-03-30
  open-mixtral-8x7b        - 2025-03-30
  open-mixtral-8x22b       - 2025-03-30
  mistral-large-2402       - 2025-06-16
  mistral-large-2407       - 2025-03-30
  mistral-large-2411       - 2026-05-31
  mistral-small-2402       - 2025-06-16
  mistral-small-2409       - 2025-11-30
  mistral-small-2503       - 2025-11-30
  mistral-small-2506       - 2026-07-31
  mistral-medium-2505      - 2026-08-31
  mistral-medium-2508      - 2026-08-31
  mistral-moderation-2411  - 2026-06-30
  pixtral-large-2411       - 2026-05-31
`);

/** https://docs.cohere.com/docs/deprecations; names of models contain the month of their release. */
const cohere = dates(`
  command                     - removed
  command-light               - removed
  command-r-03-2024           - removed
  command-r-plus-04-2024      - removed
  c4ai-aya-expanse-8b         - 2026-04-04
  c4ai-aya-vision-8b          - 2026-04-04
  embed-english-v2.0          - 2026-04-04
  embed-multilingual-v2.0     - 2026-04-04
  rerank-english-v2.0         - 2025-04-30
  rerank-multilingual-v2.0    - 2025-04-30
`);

/** https://console.groq.com/docs/deprecations */
const groq = dates(`
  llama-3.3-70b-versatile            - 2026-08-16
  llama-3.1-8b-instant               - 2026-08-16
  llama3-70b-8192                    - 2025-08-30
  llama3-8b-8192                     - 2025-08-30
  gemma2-9b-it                       - 2025-10-08
  mixtral-8x7b-32768                 - 2025-03-20
  deepseek-r1-distill-llama-70b      - 2025-10-02
  moonshotai/kimi-k2-instruct-0905   - 2026-04-15
  qwen/qwen3-32b                     - 2026-07-17
`);

/** https://docs.x.ai/developers/migration/may-15-retirement, https://docs.x.ai/developers/models */
const xai = dates(`
  grok-beta                      - removed
  grok-vision-beta               - removed
  grok-2                         - removed
  grok-2-vision                  - removed
  grok-2-image                   - removed
  grok-3                         - 2026-05-15
  grok-3-beta                    - 2026-05-15
  grok-3-fast-beta               - 2026-05-15
  grok-3-mini-beta               - removed
  grok-3-mini-beta-high          - removed
  grok-3-mini-beta-low           - removed
  grok-3-mini-beta-medium        - removed
  grok-3-mini-fast-beta          - removed
  grok-3-mini-fast-beta-high     - removed
  grok-3-mini-fast-beta-low      - removed
  grok-3-mini-fast-beta-medium   - removed
  grok-4-0709                    - 2026-05-15
  grok-4-fast-reasoning          - 2026-05-15
  grok-4-fast-non-reasoning      - 2026-05-15
  grok-4-1-fast-reasoning        - 2026-05-15
  grok-4-1-fast-non-reasoning    - 2026-05-15
  grok-code-fast-1               - 2026-05-15
  grok-4.5                       2026-07-09 -
  grok-imagine-image-quality     - 2026-11-02
`);

/** https://api-docs.deepseek.com/updates, https://api-docs.deepseek.com/news/news260424 */
const deepseek = dates(`
  deepseek-coder     - removed
  deepseek-chat      - 2026-07-24
  deepseek-reasoner  2025-01-20 2026-07-24
  deepseek-v4-flash  2026-04-24 -
  deepseek-v4-pro    2026-04-24 -
`);

/** https://platform.kimi.ai/docs/models */
const moonshot = dates(`
  moonshot-v1-8k         - 2026-08-31
  moonshot-v1-32k        - 2026-08-31
  moonshot-v1-128k       - 2026-08-31
  kimi-latest            - 2026-01-28
  kimi-k2-0711-preview   - 2026-05-25
  kimi-k2-0905-preview   - 2026-05-25
  kimi-k2-turbo-preview  - 2026-05-25
  kimi-k2-thinking       - 2026-05-25
  kimi-k2.5              - 2026-08-31
`);

const byProvider = new Map<string, DatesByModel>(
  Object.entries({ openai, anthropic, gemini, mistral, cohere, groq, xai, deepseek, moonshot }),
);
const NONE: DatesByModel = new Map();

/**
 * Dates of a provider's models, as far as it publishes them. Types that suggest OpenAI's models have its dates: Azure retires them on
 * days of its own, which depend on the region and the kind of deployment.
 */
export function datesOf({ id, models }: Pick<ProviderDefinition, 'id' | 'models'>): DatesByModel {
  return byProvider.get(id) ?? (models === openaiModels ? openai : NONE);
}

/** The day on which a model was released, by the provider that published it first; '' = unknown. @param model as clients name it */
export function releaseOf(model: string): string {
  const name = makersName(model);
  const days = [...new Set(byProvider.values())].flatMap((dates) => dates.get(name)?.released || []);
  return days.toSorted()[0] ?? '';
}

/** Whether requests to the model fail on a day (`2026-11-30`). */
export function isRetired(model: ModelDates | undefined, day: string): boolean {
  return model !== undefined && (model.removed || (model.retires !== '' && model.retires <= day));
}
