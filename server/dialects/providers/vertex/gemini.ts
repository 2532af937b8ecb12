import { gemini } from '../gemini/index.js';
import { geminiRules } from '../gemini/request-rules.js';
import { geminiThoughts, generateRequest } from '../gemini/request.js';
import { fitted } from '../../kit/rules/fit-chat.js';
import type { NativeCodec, Provider, Target, ThoughtRules, UpstreamCall } from '../../kit/provider.js';
import { vertexCall } from './address.js';
import { contentsForVertex, countable } from './contents.js';
import { errorReader } from './errors.js';
import { fileType, isReadable } from './files.js';
import { readdressed } from './readdress.js';
import { withTierHeader } from './service-tier.js';

/** The signatures of the Gemini API are not documented to be valid here. */
const vertexThoughts: ThoughtRules = { ...geminiThoughts, issuer: 'vertex' };

/** Gemini and Imagen on Vertex AI: the Gemini API's format (https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/inference). */
export const googleModels: Provider = readdressed(
  {
    ...gemini,
    native: { gemini: gemini.native.gemini && forVertex(gemini.native.gemini) },
    ...(gemini.chat && {
      chat: fitted(geminiRules, {
        ...gemini.chat,
        request: (chat, target) =>
          generateRequest(chat, target, { withoutCallIds: true, fileType, namesFiles: true }),
        thoughts: () => vertexThoughts,
        mustFetch: (url) => !isReadable(url),
      }),
    }),
    countTokens: gemini.countTokens && {
      ...gemini.countTokens,
      request: (target, { body }) => gemini.countTokens!.request(target, { body: countable(body) }),
    },
    operations: chatOperations(gemini.operations),
    // Videos have another way to be asked for: veo.ts.
    tasks: undefined,
    readError: errorReader(gemini.readError),
  },
  googleCall,
);

function forVertex(codec: NativeCodec): NativeCodec {
  return {
    ...codec,
    request: (body, change, target) =>
      codec.request(change.passThrough ? body : contentsForVertex(body), change, target),
  };
}

/** Embeddings have a format of their own on Vertex AI. */
function chatOperations(operations: Provider['operations'] = {}): Provider['operations'] {
  const { embeddings, 'embed-content': one, 'batch-embed-contents': several, ...others } = operations;
  return others;
}

/** The last segment of a URL of the Gemini API is the model with the action. */
function googleCall(call: UpstreamCall, target: Target): UpstreamCall {
  const model = call.url.slice(call.url.lastIndexOf('/') + 1).replace('%40', '@');
  return vertexCall(withTierHeader(call, target), target, `publishers/google/models/${model}`);
}
