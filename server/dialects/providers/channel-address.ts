import { baseUrlOf, definitionOf } from './registry.js';

/** Where SDKs of OpenAI's and Anthropic's APIs end their base URLs. */
const SDK_PATH = /\/v1$/;
/** Targets as Azure's portal shows them: other queries may belong to a proxy's address. */
const VERSION_QUERY = /\?api-version=[^&]*$/;
/** The endpoint of a complete URL, as examples of calls have it. Other endpoints are recognised behind a version only. */
const ENDPOINT =
  /\/chat\/completions$|(?<=\/v\d\w*)\/(?:completions|responses|messages|embeddings|models|images\/generations|text\/chatcompletion_v2)$/;

/**
 * The address that a provider appends its paths to, for what operators enter: the address itself, the base URL of an SDK
 * (`https://host/v1/`), or the URL of a call (`https://host/v1/chat/completions`). The type's default address for ''.
 */
export function channelAddress(type: number, given: string): string {
  const trimmed = given.replace(/\/+$/, '');
  if (trimmed === '') return baseUrlOf(type);
  const sdkPath = definitionOf(type)?.sdkPath ?? SDK_PATH;
  if (sdkPath === 'none') return trimmed;
  return trimmed.replace(VERSION_QUERY, '').replace(ENDPOINT, '').replace(sdkPath, '').replace(/\/+$/, '');
}
