import { ApiError } from '../../../../contract/errors/api-error.js';
import { UpstreamError } from '../../../canonical/failure.js';
import { noUsage, type Usage } from '../../../canonical/usage.js';
import { isRecord, list, record, type UnknownRecord } from '../../../json/lenient.js';
import { scanObject } from '../../../json/scan.js';
import { splice } from '../../../json/splice.js';
import { base64Floats } from '../../../kit/openai/operations/base64-floats.js';
import type { OperationRequest } from '../../../operations/operation.js';
import { invalidResponse } from '../../../kit/provider-error.js';
import type { OperationCodec, Target } from '../../../kit/provider.js';
import { googleCall } from '../address.js';
import { innerError } from '../errors.js';
import { overridden } from '../native.js';
import { readUsage } from '../usage.js';

/** Google clients on Google upstreams: the client's bytes, with only the model names replaced. */
export const embedContent = native('embedContent');
export const batchEmbedContents = native('batchEmbedContents');

/** Embeddings for OpenAI clients, one for each input (https://ai.google.dev/api/embeddings). */
export const embeddings: OperationCodec = {
  json: true,
  request(request, target) {
    const requests = inputsOf(request).map((text) => ({
      model: resourceName(target),
      content: { parts: [{ text }] },
      outputDimensionality: request.fields.dimensions ?? undefined,
    }));
    const [only, ...more] = requests;
    const body = { ...(more.length === 0 ? only : { requests }), ...target.override };
    const action = more.length === 0 ? 'embedContent' : 'batchEmbedContents';
    return googleCall(target, action, Buffer.from(JSON.stringify(body)));
  },
  answer(body, request) {
    const vectors = vectorsIn(body);
    if (vectors.length !== inputsOf(request).length)
      throw new UpstreamError(invalidResponse('the answer does not hold a vector for each input'));
    const usage = usageIn(body);
    const tokens = (usage ?? request.estimate).input;
    const shown = request.fields.encoding_format === 'base64' ? base64Floats : (values: number[]) => values;
    return {
      usage,
      body: {
        object: 'list',
        model: request.model,
        data: vectors.map((values, index) => ({ object: 'embedding', index, embedding: shown(values) })),
        usage: { prompt_tokens: tokens, total_tokens: tokens },
      },
    };
  },
};

function native(action: string): OperationCodec {
  return {
    json: true,
    request: (request, target) => googleCall(target, action, overridden(named(request, target), target)),
    answer: (body) => {
      vectorsIn(body);
      return { usage: usageIn(body) };
    },
  };
}

/** The body with the upstream's model name in place of every model it names. */
function named({ body, fields }: OperationRequest, target: Target): Buffer {
  const model = resourceName(target);
  const changes = new Map<string, string>();
  if (typeof fields.model === 'string') changes.set('model', JSON.stringify(model));
  if (list(fields.requests).some((one) => isRecord(one) && one.model !== model))
    changes.set(
      'requests',
      JSON.stringify(list(fields.requests).map((one) => (isRecord(one) ? { ...one, model } : one))),
    );
  return changes.size === 0 ? body : splice(scanObject(body), changes);
}

function resourceName({ model }: Target): string {
  return /^(?:models|tunedModels)\//.test(model) ? model : `models/${model}`;
}

/** @throws ApiError for inputs that are not text: Google does not support OpenAI's token ids */
export function inputsOf({ fields }: OperationRequest): string[] {
  const inputs: readonly unknown[] = Array.isArray(fields.input) ? fields.input : [fields.input];
  return inputs.map((input) => {
    const text = isRecord(input) ? input.text : input;
    if (typeof text === 'string') return text;
    throw new ApiError('convert_request_failed', { detail: 'only texts can be embedded by this model' });
  });
}

/** @throws UpstreamError for an error, or a response without vectors */
function vectorsIn(body: unknown): number[][] {
  const failure = innerError(body);
  if (failure) throw new UpstreamError(failure);
  const answer = record(body);
  const found = isRecord(answer.embedding) ? [answer.embedding] : list(answer.embeddings);
  const vectors = found.map((one) =>
    list(record(one).values).filter((n): n is number => typeof n === 'number'),
  );
  if (vectors.length > 0 && vectors.every((vector) => vector.length > 0)) return vectors;
  throw new UpstreamError(invalidResponse('the answer holds no vectors'));
}

/** Only newer models report usage. */
function usageIn(body: unknown): Usage | undefined {
  const metadata: UnknownRecord = record(record(body).usageMetadata);
  const reported = readUsage(metadata);
  return reported && (reported.input || reported.more) ? { ...noUsage(), ...reported } : undefined;
}
