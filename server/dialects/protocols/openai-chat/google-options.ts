import type { CanonicalChat } from '../../canonical/chat.js';
import type { GoogleOptions } from '../../canonical/google-options.js';
import type { Fields } from '../../json/fields.js';
import { isRecord } from '../../json/lenient.js';
import type { TopLevel } from '../../json/top-level.js';

type Member = keyof GoogleOptions['places'];
type Given = { -readonly [O in keyof GoogleOptions]: GoogleOptions[O] } & {
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
  const given: Given = { places: {}, unknown: [] };
  if (imageConfig) readImageConfig(imageConfig, fields.place('image_config'), given);
  for (const google of objects) readMembers(google, given);
  if (hasReasoning && reasoningOf(given))
    given.unknown.push(`${given.places.thinkingConfig} with reasoning_effort`);
  return given;
}

function readMembers(google: Fields, given: Given): void {
  for (const name of present(google)) {
    const place = google.place(name);
    switch (snakeCase(name)) {
      case 'image_config':
        readImageConfig(google.neededObject(name), place, given);
        break;
      case 'thinking_config':
        given.places.thinkingConfig = place;
        given.thinkingConfig = readThinking(google.neededObject(name), given);
        break;
      case 'cached_content':
        given.places.cachedContent = place;
        given.cachedContent = google.neededString(name);
        break;
      case 'safety_settings':
        given.places.safetySettings = place;
        given.safetySettings = google.objects(name).map((setting) => ({
          category: setting.neededString('category'),
          threshold: setting.neededString('threshold'),
        }));
        break;
      default:
        given.unknown.push(place);
    }
  }
}

function readImageConfig(config: Fields, place: string, given: Given): void {
  const known: { aspectRatio?: string; imageSize?: string } = { ...given.imageConfig };
  for (const name of present(config)) {
    const member = snakeCase(name);
    if (member === 'aspect_ratio') known.aspectRatio = config.neededString(name);
    else if (member === 'image_size') known.imageSize = config.neededString(name);
    else given.unknown.push(config.place(name));
  }
  given.places.imageConfig = place;
  given.imageConfig = known;
}

function readThinking(config: Fields, given: Given): NonNullable<GoogleOptions['thinkingConfig']> {
  const known: { thinkingBudget?: number; thinkingLevel?: string; includeThoughts?: boolean } = {};
  for (const name of present(config)) {
    const member = snakeCase(name);
    if (member === 'thinking_budget') known.thinkingBudget = config.integer(name);
    else if (member === 'thinking_level') known.thinkingLevel = config.neededString(name);
    else if (member === 'include_thoughts') known.includeThoughts = config.boolean(name);
    else given.unknown.push(config.place(name));
  }
  return known;
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
