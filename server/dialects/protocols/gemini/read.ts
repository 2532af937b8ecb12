import type { Fields } from '../../json/fields.js';
import { TopLevel } from '../../json/top-level.js';
import { requestedTiers } from '../../json/requested-tiers.js';
import type { ReadRequest } from '../protocol.js';
import { snakeCase } from './google-fields.js';
import { readPath } from './path.js';

/** Maximum number of candidates that Google returns for one request. */
const maxCandidates = 8;

/**
 * Reads the fields the pipeline needs. The model and whether to stream are in the path, not in the body.
 * @throws ApiError 400
 */
export function readGenerate(body: Buffer, path: string): ReadRequest {
  const top = TopLevel.of(body, 'invalid_gemini_request');
  const { model, action } = readPath(path);
  if (model === '') throw top.refuse('the path names no model');
  // A countTokens request may contain a complete generateContent request.
  const counted = action === 'countTokens' && (spellingOf(top, 'generateContentRequest') ?? false);
  if (!counted && !top.isObject('contents')) top.needList('contents');
  const config = spellingOf(top, 'generationConfig');
  const settings = config === undefined ? undefined : top.options(config);
  refuseBoth(top, (name) => top.has(name), 'generationConfig');
  const has = (name: string) => (settings?.values[name] ?? undefined) !== undefined;
  for (const name of ['maxOutputTokens', 'candidateCount']) refuseBoth(top, has, name);
  const candidates = integer(top, settings, 'candidateCount') ?? 1;
  if (candidates < 1 || candidates > maxCandidates)
    throw top.refuse(`candidateCount must be between 1 and ${maxCandidates}`);
  const limit = top.limit('maxOutputTokens', integer(top, settings, 'maxOutputTokens'));
  return {
    model,
    stream: action === 'streamGenerateContent',
    maxTokens: limit === undefined ? undefined : limit * candidates,
    ...(candidates > 1 && { answers: candidates }),
    // Responses of this protocol always include usage.
    includeUsage: true,
    ...top.remarks,
    ...requestedTiers(top),
    ...(config !== undefined && top.repeatsIn(config) && { isRepeated: true }),
    accountBound: spellingOf(top, 'cachedContent'),
  };
}

/** The spelling under which a member is present; undefined when it is absent. */
function spellingOf(top: TopLevel, name: string): string | undefined {
  return [name, snakeCase(name)].find((spelling) => top.has(spelling));
}

/** Of two spellings of one member, each provider would read another one. @throws ApiError 400 */
function refuseBoth(top: TopLevel, has: (name: string) => boolean, name: string): void {
  if (has(name) && has(snakeCase(name)))
    throw top.refuse(`${name} and ${snakeCase(name)} are the same field`);
}

function integer(top: TopLevel, settings: Fields | undefined, name: string): number | undefined {
  const value = settings?.values[name] ?? settings?.values[snakeCase(name)] ?? undefined;
  if (value === undefined) return undefined;
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isInteger(number))
    throw top.refuse(`field generationConfig.${name} must be an integer`);
  return number;
}
