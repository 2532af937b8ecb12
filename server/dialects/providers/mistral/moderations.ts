import { isRecord, list, numeric, record, text, type UnknownRecord } from '../../json/lenient.js';
import type { OperationRequest } from '../../operations/operation.js';
import { unsupportedParameter } from '../../kit/images/image-request.js';
import { bearerHeaders } from '../../kit/openai/address.js';
import { parsedAnswer } from '../../kit/openai/operations/operations.js';
import { readUsage } from '../../kit/openai/chat-answer/usage.js';
import type { OperationCodec } from '../../kit/provider.js';

/**
 * Mistral's categories of OpenAI's (https://platform.openai.com/docs/guides/moderation). Those of both APIs have one name;
 * `dangerous_and_criminal_content` is that of models before 2603.
 */
const CATEGORIES: Readonly<Record<string, readonly string[]>> = {
  hate: ['hate_and_discrimination'],
  violence: ['violence_and_threats'],
  'self-harm': ['selfharm'],
  illicit: ['dangerous', 'criminal', 'dangerous_and_criminal_content'],
};

/**
 * `/v1/moderations`: https://docs.mistral.ai/api/endpoint/classifiers. Mistral's results have no `flagged` and categories of
 * their own, which are kept beside OpenAI's.
 */
export const moderations: OperationCodec = {
  json: true,
  request: (request, target) => ({
    method: 'POST',
    url: `${target.baseUrl}/v1/moderations`,
    headers: { ...bearerHeaders(target), 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify({ model: target.model, input: inputOf(request), ...target.override })),
  }),
  answer(body, request) {
    const answer = parsedAnswer(body);
    return {
      usage: readUsage(answer.usage),
      body: {
        id: text(answer.id),
        model: request.model,
        results: list(answer.results).map((result) => resultOf(record(result))),
      },
    };
  },
};

/** Texts; the text parts of one message are one text, as at OpenAI. @throws ApiError 400 for images */
function inputOf({ fields: { input } }: OperationRequest): string | readonly string[] {
  const items = list(input);
  if (!items.some(isRecord)) return Array.isArray(input) ? items.map(textOf) : text(input);
  return items.map(textOf).join('\n');
}

function textOf(item: unknown): string {
  if (typeof item === 'string') return item;
  if (isRecord(item) && typeof item.text === 'string') return item.text;
  throw unsupportedParameter('input: this model moderates texts only');
}

function resultOf({ categories, category_scores: scores }: UnknownRecord): object {
  const flags = { ...record(categories) };
  const values = { ...record(scores) };
  for (const [name, own] of Object.entries(CATEGORIES)) {
    const reported = own.filter((one) => record(categories)[one] !== undefined);
    if (reported.length === 0) continue;
    flags[name] = reported.some((one) => record(categories)[one] === true);
    values[name] = Math.max(...reported.map((one) => numeric(record(scores)[one]) || 0));
  }
  return {
    flagged: Object.values(flags).includes(true),
    categories: flags,
    category_scores: values,
  };
}
