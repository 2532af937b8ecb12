import type { RoutableChannel } from '../../../channels/channel-registry.js';
import { contextWindow } from '../../../billing/prices/defaults/context-windows.js';
import { list, record, type UnknownRecord } from '../../../dialects/json/lenient.js';
import { scanObject } from '../../../dialects/json/scan.js';
import { upstreamName } from '../attempt/channel-provider.js';
import {
  chatTool,
  DASHSCOPE_SEARCH,
  googleTool,
  modelsTool,
  offeredTool,
  type OfferedTool,
} from '../reserve/offered-tools.js';
import { referencedContent, type ReferencedContent } from './referenced-content.js';
import type { ParsedRequest } from '../stages.js';

/** Functions with these names enable Google's tools in translated requests. */
const GOOGLE_FUNCTIONS = ['googleSearch', 'urlContext'];

/**
 * What a conversation refers to and which of the provider's tools it offers, with the tools that a channel's `param_override`
 * adds. Undefined for requests with neither, and for sessions.
 * @param overrides of the channels that the request may go to
 * @param candidates these channels
 */
export function contentOf(
  request: ParsedRequest,
  model: string,
  overrides: readonly UnknownRecord[] | undefined,
  candidates: () => Iterable<RoutableChannel>,
): ReferencedContent | undefined {
  const { exchange, params, operation, previous, body } = request;
  const { protocol } = exchange;
  if (exchange.serves || protocol.name === 'openai-completions') return undefined;
  const noted = previous.isExpanded ? scanObject(body).noted : params.noted;
  const added = operation ? [] : addedTools(request, model, overrides);
  if (noted === undefined) return added.length > 0 ? { ...NOTHING, tools: added } : undefined;
  const models = new Set([model]);
  for (const channel of candidates()) models.add(upstreamName(channel, params.model));
  const content = referencedContent(body, noted, {
    protocol: operation ? 'openai-responses' : protocol.name,
    models: [...models],
    window: Math.max(
      ...[...models].map((name) => contextWindow(name, exchange.request.headers['anthropic-beta'])),
    ),
    continuedTokens: previous.storedAt?.tokens,
  });
  if (added.length === 0) return content;
  return { ...(content ?? NOTHING), tools: [...(content?.tools ?? []), ...added] };
}

const NOTHING: ReferencedContent = {
  tokens: 0,
  audio: 0,
  cacheWrite: undefined,
  tools: [],
  toolCalls: undefined,
};

/** Tools of the provider that the client did not offer as such. */
function addedTools(
  { exchange: { protocol }, body }: ParsedRequest,
  model: string,
  overrides: readonly UnknownRecord[] = [],
): readonly OfferedTool[] {
  const own = modelsTool(model);
  const tools: OfferedTool[] = own ? [own] : [];
  for (const override of overrides) {
    if (override.enable_search === true) tools.push(DASHSCOPE_SEARCH);
    for (const tool of list(override.tools).map(record)) {
      const offered = [chatTool(tool) ?? offeredTool(tool), ...Object.keys(tool).map(googleTool)];
      // The limits of the hold change the client's tools, which these replace.
      for (const one of offered) if (one) tools.push({ ...one, isLimitable: false });
    }
  }
  if (protocol.name !== 'gemini' && model.startsWith('gemini'))
    for (const name of GOOGLE_FUNCTIONS) {
      const offered = body.includes(`"${name}"`) ? googleTool(name) : undefined;
      if (offered) tools.push(offered);
    }
  return tools;
}
