import { ApiError } from '../../../../server/contract/errors/api-error.js';
import type { CanonicalChat, TurnPart } from '../../../../server/dialects/canonical/chat.js';
import type { UpstreamCall } from '../../../../server/dialects/kit/provider.js';
import { checkedTargets, type CheckedTarget } from '../../../doubles/strict/checked-targets.js';
import { IMAGE } from './clients.js';

const PDF = Buffer.from('%PDF-1.4').toString('base64');
const SCHEMA = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };

const turn = (...parts: TurnPart[]): Partial<CanonicalChat> => ({
  turns: [{ role: 'user', parts: [{ type: 'text', text: 'q' }, ...parts] }],
});
const plain: CanonicalChat = {
  model: 'm',
  system: [{ type: 'text', text: 's' }],
  turns: turn().turns!,
  tools: [],
  maxTokens: 4000,
  // Some models answer only without thinking where the client wants a whole response.
  stream: true,
  includeUsage: false,
};
const tools = [{ name: 'f', description: 'd', parameters: SCHEMA }];

interface Feature {
  readonly request: Partial<CanonicalChat>;
  /** What the request must contain if the feature is a part of the conversation; absent: it is a member beside it, or a header. */
  readonly content?: string;
}

/** What a request may ask for, in the order of the columns. */
const FEATURES: Readonly<Record<string, Feature>> = {
  thinking: { request: { reasoning: { type: 'effort', effort: 'high' } } },
  'no thinking': { request: { reasoning: { type: 'off' } } },
  'JSON schema': { request: { responseFormat: { type: 'schema', name: 'n', schema: SCHEMA } } },
  'JSON mode': { request: { responseFormat: { type: 'json' } } },
  tools: { request: { tools } },
  'forced tool': { request: { tools, toolChoice: { type: 'required' } } },
  images: {
    request: turn({ type: 'image', source: { type: 'base64', mediaType: 'image/png', data: IMAGE } }),
    content: IMAGE,
  },
  files: {
    request: turn({
      type: 'file',
      name: 'a.pdf',
      source: { type: 'base64', mediaType: 'application/pdf', data: PDF },
    }),
    content: PDF,
  },
  caching: {
    request: {
      turns: [{ role: 'user', parts: [{ type: 'text', text: 'q', cache: { ttl: '5m' } }] }],
    },
    content: '"cache',
  },
  tiers: { request: { serviceTier: 'priority' } },
};

/** What is sent without the members that every request has: conversation and instructions. */
function optionsOf({ body, headers, url }: UpstreamCall): string {
  const sent = JSON.parse(body?.toString() ?? '{}') as Record<string, unknown>;
  for (const name of ['messages', 'system', 'contents', 'systemInstruction', 'input', 'instructions'])
    delete sent[name];
  return JSON.stringify([sent, headers, url]);
}

function cellOf({ codec, target, violations, name }: CheckedTarget, { request, content }: Feature): string {
  const chat = (members: Partial<CanonicalChat>) =>
    codec.request({ ...plain, ...members, model: target.model }, target);
  // A forced tool is compared with one that is offered.
  const without = chat(request.toolChoice ? { tools } : {});
  let call: UpstreamCall;
  try {
    call = chat(request);
  } catch (problem) {
    if (problem instanceof ApiError) return 'refused';
    throw problem;
  }
  const broken = violations(call);
  if (broken.length > 0) throw new Error(`${name}: ${broken.join(', ')}`);
  const body = call.body?.toString() ?? '';
  if (content !== undefined) return body.includes(content) ? 'yes' : '–';
  if (optionsOf(call) !== optionsOf(without)) return 'yes';
  return body === without.body?.toString() ? '–' : 'in the text';
}

/**
 * What a provider is sent when a client of another protocol asks for a feature, from requests that its strict double accepts.
 * @throws Error for a request that breaks a documented rule
 */
export function featuresTable(): string {
  const names = Object.keys(FEATURES);
  const rows = checkedTargets.map(
    (target) => `| ${target.name} | ${names.map((name) => cellOf(target, FEATURES[name]!)).join(' | ')} |`,
  );
  return [
    'For requests that are translated. "yes": sent in the provider’s own form; "in the text": as an instruction, or as part of the text; a dash: left out, because the model does not have it or it is not documented; "refused": answered with 400 by name.',
    `| Provider and model | ${names.join(' | ')} |\n|${' --- |'.repeat(names.length + 1)}\n${rows.join('\n')}`,
  ].join('\n\n');
}
