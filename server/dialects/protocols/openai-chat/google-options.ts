import type { CanonicalChat } from '../../canonical/chat.js';
import type { GoogleOptions } from '../../canonical/google-options.js';
import type { Fields } from '../../json/fields.js';
import { isRecord } from '../../json/lenient.js';
import type { TopLevel } from '../../json/top-level.js';

type Member = keyof GoogleOptions['places'];
type WritableOptions = { -readonly [O in keyof GoogleOptions]: GoogleOptions[O] } & {
  places: Partial<Record<Member, string>>;
  unknown: string[];
};

/**
 * Google's options for clients of OpenAI's API: `extra_body.google`, `google` (what OpenAI's SDKs send for
 * `extra_body={"google": …}`), and `image_config` in OpenRouter's form. Names may be in camel case.
 * https://ai.google.dev/gemini-api/docs/openai,
 * https://cloud.google.com/vertex-ai/generative-ai/docs/migrate/openai/overview,
 * https://openrouter.ai/docs/guides/overview/multimodal/image-generation
 * @param hasReasoning whether the client sent settings in OpenAI's form, which exclude a budget or level in Google's
 * @throws FieldError
 */
export function readGoogleOptions(fields: Fields, hasReasoning: boolean): GoogleOptions | undefined {
  const body = isRecord(fields.raw('extra_body')) ? fields.object('extra_body') : undefined;
  const objects = [body?.object('google'), fields.object('google')].filter((object) => object !== undefined);
  const imageConfig = fields.object('image_config');
  if (objects.length === 0 && !imageConfig) return undefined;
  const options: WritableOptions = { places: {}, unknown: [] };
  if (imageConfig) readImageConfig(imageConfig, fields.place('image_config'), options);
  for (const google of objects) readMembers(google, options);
  if (hasReasoning && reasoningOf(options))
    options.unknown.push(`${options.places.thinkingConfig} with reasoning_effort`);
  return options;
}

function readMembers(google: Fields, options: WritableOptions): void {
  for (const name of present(google)) {
    const place = google.place(name);
    switch (snakeCase(name)) {
      case 'image_config':
        readImageConfig(google.neededObject(name), place, options);
        break;
      case 'thinking_config':
        options.places.thinkingConfig = place;
        options.thinkingConfig = readThinking(google.neededObject(name), options);
        break;
      case 'cached_content':
        options.places.cachedContent = place;
        options.cachedContent = google.neededString(name);
        break;
      case 'safety_settings':
        options.places.safetySettings = place;
        options.safetySettings = google.objects(name).map((setting) => ({
          category: setting.neededString('category'),
          threshold: setting.neededString('threshold'),
        }));
        break;
      default:
        options.unknown.push(place);
    }
  }
}

function readImageConfig(config: Fields, place: string, options: WritableOptions): void {
  const imageConfig: { aspectRatio?: string; imageSize?: string } = { ...options.imageConfig };
  for (const name of present(config)) {
    const member = snakeCase(name);
    if (member === 'aspect_ratio') imageConfig.aspectRatio = config.neededString(name);
    else if (member === 'image_size') imageConfig.imageSize = config.neededString(name);
    else options.unknown.push(config.place(name));
  }
  options.places.imageConfig = place;
  options.imageConfig = imageConfig;
}

function readThinking(
  config: Fields,
  options: WritableOptions,
): NonNullable<GoogleOptions['thinkingConfig']> {
  const thinkingConfig: { thinkingBudget?: number; thinkingLevel?: string; includeThoughts?: boolean } = {};
  for (const name of present(config)) {
    const member = snakeCase(name);
    if (member === 'thinking_budget') thinkingConfig.thinkingBudget = config.integer(name);
    else if (member === 'thinking_level') thinkingConfig.thinkingLevel = config.neededString(name);
    else if (member === 'include_thoughts') thinkingConfig.includeThoughts = config.boolean(name);
    else options.unknown.push(config.place(name));
  }
  return thinkingConfig;
}

/** Thinking settings in Google's form, for all providers. A level takes precedence over a budget. */
export function reasoningOf(google: GoogleOptions | undefined): CanonicalChat['reasoning'] {
  const { thinkingBudget: budget, thinkingLevel: level } = google?.thinkingConfig ?? {};
  if (level !== undefined) return { type: 'effort', effort: level.toLowerCase() };
  if (budget === undefined) return undefined;
  if (budget < 0) return { type: 'adaptive' };
  return budget === 0 ? { type: 'off' } : { type: 'budget', tokens: budget };
}

/** Where the request names cached content, which belongs to one account; read without parsing the conversation. */
export function cachedContentIn(top: TopLevel): string | undefined {
  for (const [name, path] of [
    ['extra_body', 'extra_body.google'],
    ['google', 'google'],
  ] as const) {
    if (!top.isObject(name)) continue;
    const { values } = top.options(name)!;
    const google = name === 'google' ? values : values.google;
    const member = isRecord(google)
      ? Object.keys(google).find((key) => snakeCase(key) === 'cached_content' && google[key] !== null)
      : undefined;
    if (member !== undefined) return `${path}.${member}`;
  }
  return undefined;
}

function present(fields: Fields): string[] {
  return Object.keys(fields.values).filter((name) => fields.has(name));
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
