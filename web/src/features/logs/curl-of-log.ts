import type { LogResponse } from '#contract/resources/logs/log';
import { curlCommand, shellText } from '../../lib/models/request-code';
import { quoted } from '../../lib/models/shell';
import { detailsOf, present } from './rows/read-log-row';

type Row = Pick<LogResponse, 'model_name' | 'is_stream' | 'other'>;

interface CurlParts {
  /** Address of the gateway, without `/v1`. */
  address: string;
  /** Stands where the request had its contents, which no row has. */
  placeholder: string;
}

/** A body as JSON, or the fields of a form, for what a request of this path must have. */
type Sample = { readonly json: object } | { readonly form: Readonly<Record<string, string>> };

/** The console's own chats have paths for its sessions, and public ones for tokens. */
const OF_CONSOLE = '/pg/';
const KEY = '$TOLLGATE_TOKEN';
/** Messages requires a limit. */
const MAX_TOKENS = 1024;

/** What a request of each path consists of besides its model and whether it streams. */
const CONTENTS: Readonly<Record<string, (text: string) => Sample>> = {
  '/v1/chat/completions': (content) => ({ json: { messages: [{ role: 'user', content }] } }),
  '/v1/completions': (prompt) => ({ json: { prompt } }),
  '/v1/responses': (input) => ({ json: { input } }),
  '/v1/responses/compact': (input) => ({ json: { input } }),
  '/v1/messages': (content) => ({
    json: { max_tokens: MAX_TOKENS, messages: [{ role: 'user', content }] },
  }),
  '/v1/embeddings': (input) => ({ json: { input } }),
  '/v1/moderations': (input) => ({ json: { input } }),
  '/v1/rerank': (text) => ({ json: { query: text, documents: [text] } }),
  '/v2/rerank': (text) => ({ json: { query: text, documents: [text] } }),
  '/v1/images/generations': (prompt) => ({ json: { prompt } }),
  '/v1/images/edits': (prompt) => ({ form: { prompt, image: '@FILE' } }),
  '/v1/audio/speech': (input) => ({ json: { input, voice: 'alloy' } }),
  '/v1/audio/transcriptions': () => ({ form: { file: '@FILE' } }),
  '/v1/audio/translations': () => ({ form: { file: '@FILE' } }),
};
/** Below it, Google serves OpenAI's API, and so does the gateway. */
const GOOGLE_OPENAI = '/v1beta/openai/';
/** Google's paths name the model and the action. */
const GOOGLE = /^\/v1(?:beta)?\/(?:models|tunedModels)\/[^/]+:(\w+)$/;
const GOOGLE_CONTENTS: Readonly<Record<string, (text: string) => object>> = {
  generateContent: (text) => ({ contents: [{ role: 'user', parts: [{ text }] }] }),
  streamGenerateContent: (text) => ({ contents: [{ role: 'user', parts: [{ text }] }] }),
  embedContent: (text) => ({ content: { parts: [{ text }] } }),
  batchEmbedContents: (text) => ({ requests: [{ content: { parts: [{ text }] } }] }),
  predict: (prompt) => ({ instances: [{ prompt }] }),
};

/**
 * The request of a row as a curl command: its path, its model and whether it streamed. What else it had is not stored.
 * @returns undefined for rows that do not have the path of a request, such as those of older releases
 */
export function curlOf(row: Row, { address, placeholder }: CurlParts): string | undefined {
  const logged = present(detailsOf(row).request_path ?? '');
  const path = logged?.startsWith(OF_CONSOLE) ? `/v1/${logged.slice(OF_CONSOLE.length)}` : logged;
  if (path === undefined) return undefined;
  const url = address.replace(/\/$/, '') + path;
  const action = GOOGLE.exec(path)?.[1];
  if (action !== undefined) {
    const contents = GOOGLE_CONTENTS[action]?.(placeholder);
    return contents && jsonCommand(action.startsWith('stream') ? `${url}?alt=sse` : url, contents);
  }
  const sample = CONTENTS[path.replace(GOOGLE_OPENAI, '/v1/')]?.(placeholder);
  if (!sample) return undefined;
  const model = modelOf(row);
  if ('form' in sample) return formCommand(url, { ...(model && { model }), ...sample.form });
  return jsonCommand(url, {
    ...(model && { model }),
    ...(row.is_stream && { stream: true }),
    ...sample.json,
  });
}

/** As the client requested it: a larger model may have served and priced the request. */
function modelOf(row: Row): string | undefined {
  return detailsOf(row).asked_model ?? present(row.model_name);
}

function jsonCommand(url: string, body: object): string {
  return curlCommand(url, KEY, body);
}

function formCommand(url: string, fields: Readonly<Record<string, string>>): string {
  const lines = Object.entries(fields).map(([name, value]) => `  -F ${quoted(`${name}=${value}`)}`);
  return [`curl ${quoted(url)}`, `  -H ${shellText(`Authorization: Bearer ${KEY}`)}`, ...lines].join(' \\\n');
}
