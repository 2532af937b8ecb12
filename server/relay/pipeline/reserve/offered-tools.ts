import { isRecord, record, text, type UnknownRecord } from '../../../dialects/json/lenient.js';
import type { JsonObject } from '../../../dialects/json/object.js';
import type { ProtocolName } from '../../../dialects/protocols/protocol.js';

/** A tool that the provider runs by itself while it responds, and bills by the call. */
export interface OfferedTool {
  /** Name of its price; see `billing/prices/defaults/tool-prices.ts`. */
  readonly fee: string;
  /** The most calls that the request allows; undefined without a limit. */
  readonly calls: number | undefined;
  /** Input tokens that the result of one call adds. */
  readonly tokens: number;
  /** True if the request can limit the calls, so that the limit that the hold pays can be sent. */
  readonly isLimitable: boolean;
  /** Set where the request alone shows the price: calls that are reported as the first part of `fee` are billed under it. */
  readonly decidesPrice?: true;
  /** Set where code that runs beside the tool is free; see `code_execution` of the tool prices. */
  readonly freesCode?: true;
}

/** Calls of one response that are held where the request sets no limit and the model's recent ones are unknown. */
export const DEFAULT_CALLS = 10;
/** The same where no limit can be sent: the balance must pay for them before the request starts. */
export const DEFAULT_UNLIMITABLE_CALLS = 5;

/**
 * Tokens of the results of one search: OpenAI bills a block of 8,000 for some models
 * (https://platform.openai.com/docs/pricing#built-in-tools), and Anthropic's results are about as long.
 */
const SEARCH_TOKENS = 8000;
/** 20 chunks of 800 tokens: https://platform.openai.com/docs/guides/tools-file-search */
const FILE_SEARCH_TOKENS = 16_000;
/** A large page: https://docs.anthropic.com/en/docs/agents-and-tools/tool-use/web-fetch-tool#usage-and-pricing */
const FETCH_TOKENS = 25_000;
/** About as much as ten pages of a search in short: providers that search before they answer. */
const SHORT_SEARCH_TOKENS = 4000;
/** Of an image for which the request leaves the quality or size to the provider, the most expensive ones. */
const BEST_IMAGE = { quality: 'high', size: '1536x1024' };

/**
 * A tool of a request by its `type`: OpenAI's (https://platform.openai.com/docs/guides/tools) and Anthropic's
 * (https://docs.anthropic.com/en/docs/agents-and-tools/tool-use/overview#server-tools). Undefined for the client's own tools and
 * for tools that cost nothing but the tokens of the conversation.
 */
export function offeredTool(tool: UnknownRecord): OfferedTool | undefined {
  const type = text(tool.type);
  if (/^web_search_\d{8}$/.test(type))
    return webTool(type, limited('web_search', SEARCH_TOKENS, tool.max_uses));
  if (/^web_fetch_\d{8}$/.test(type)) {
    const tokens = positive(tool.max_content_tokens) ?? FETCH_TOKENS;
    return webTool(type, limited('web_fetch', tokens, tool.max_uses));
  }
  if (/^code_execution_\d{8}$/.test(type)) return once('code_execution');
  if (type === 'code_interpreter') return container(tool.container);
  if (type === 'shell') return container(tool.environment);
  // Its search content is free: https://platform.openai.com/docs/pricing#built-in-tools
  if (type.startsWith('web_search_preview')) return limited('web_search_preview', 0, undefined);
  if (type.startsWith('web_search') && !type.endsWith('_call'))
    return limited('web_search', SEARCH_TOKENS, undefined);
  if (type === 'file_search') return limited('file_search', FILE_SEARCH_TOKENS, undefined);
  if (type === 'image_generation') return { ...limited(imagePrice(tool), 0, undefined), calls: 1 };
  return undefined;
}

/** Since then, Claude filters what it searched or fetched with code: 9 February 2026. */
const CODE_IS_FREE = 20260209;

/** Code is free beside these tools: https://platform.claude.com/docs/en/about-claude/pricing#code-execution-tool */
function webTool(type: string, tool: OfferedTool): OfferedTool {
  return Number(type.slice(-8)) >= CODE_IS_FREE ? { ...tool, freesCode: true } : tool;
}

/**
 * A container of OpenAI that is created for the request; undefined for one that exists, and for a shell of the client.
 * @param where it runs: its id, or how it is created
 */
function container(where: unknown): OfferedTool | undefined {
  const { type, memory_limit: memory } = record(where);
  const isCreated = type === 'auto' || type === 'container_auto';
  return isCreated ? once(memory === undefined ? 'container' : `container/${text(memory)}`) : undefined;
}

/**
 * A tool of a chat completion: Moonshot's `$web_search`, Zhipu's `web_search`, and those that GPT-OSS has at Groq
 * (https://console.groq.com/docs/browser-search). Undefined for the client's own tools.
 */
export function chatTool(tool: UnknownRecord): OfferedTool | undefined {
  switch (tool.type) {
    case 'builtin_function':
      return record(tool.function).name === '$web_search' ? once('moonshot_search') : undefined;
    case 'web_search': {
      if (!isRecord(tool.web_search)) return undefined;
      const engine = text(tool.web_search.search_engine);
      const fee = engine === '' ? 'zhipu_search' : `zhipu_search/${engine}`;
      return { ...once(fee), tokens: SHORT_SEARCH_TOKENS, decidesPrice: true };
    }
    case 'browser_search':
      return GROQ_SEARCH;
    default:
      return undefined;
  }
}

/** `enable_search` of DashScope's chat: https://help.aliyun.com/zh/model-studio/web-search */
export const DASHSCOPE_SEARCH: OfferedTool = { ...once('dashscope_search'), tokens: SHORT_SEARCH_TOKENS };

const GROQ_SEARCH: OfferedTool = {
  fee: 'groq_search',
  calls: undefined,
  tokens: SHORT_SEARCH_TOKENS,
  isLimitable: false,
};

/** Groq's systems search without a tool in the request: up to ten tools, or one (https://console.groq.com/docs/compound/systems). */
export function modelsTool(model: string): OfferedTool | undefined {
  const name = /^(?:groq\/)?compound(-mini|-beta-mini)?/.exec(model);
  return name ? { ...GROQ_SEARCH, calls: name[1] === undefined ? 10 : 1 } : undefined;
}

const TOOL_MEMBERS = {
  'openai-chat': ['type', 'function', 'web_search'],
  'openai-responses': ['type', 'model', 'quality', 'size', 'container', 'environment'],
  'anthropic-messages': ['type', 'max_uses', 'max_content_tokens'],
} as const;
/** Of a tool that names a member twice, only the type counts: the provider may read another limit. */
const AMBIGUOUS_MEMBERS = ['type'] as const;

/** The same for a tool of a body. Undefined also for protocols whose tools have no type. */
export function toolOf(object: JsonObject, protocol: ProtocolName): OfferedTool | undefined {
  const names = Object.hasOwn(TOOL_MEMBERS, protocol)
    ? TOOL_MEMBERS[protocol as keyof typeof TOOL_MEMBERS]
    : undefined;
  if (!names) return undefined;
  const tool: Record<string, unknown> = {};
  for (const name of object.isRepeated ? AMBIGUOUS_MEMBERS : names) {
    const member = object.find(name);
    if (member) tool[name] = object.value(member);
  }
  return protocol === 'openai-chat' ? chatTool(tool) : offeredTool(tool);
}

/** Google Search as a tool of Gemini, which takes no limit; its results are not billed as input. */
const GOOGLE_SEARCH: OfferedTool = {
  fee: 'google_search',
  calls: undefined,
  tokens: 0,
  isLimitable: false,
};

/**
 * Gemini's tool that reads pages, which it bills as input, and takes no limit:
 * https://ai.google.dev/gemini-api/docs/url-context
 */
const URL_CONTEXT: OfferedTool = {
  fee: 'web_fetch',
  calls: undefined,
  tokens: FETCH_TOKENS,
  isLimitable: false,
};

/** Google Maps, which takes no limit either: https://ai.google.dev/gemini-api/docs/maps-grounding */
const GOOGLE_MAPS: OfferedTool = { ...GOOGLE_SEARCH, fee: 'google_maps' };

/** Vertex AI's Web Grounding for Enterprise, which is reported like Google Search. */
const ENTERPRISE_SEARCH: OfferedTool = {
  ...GOOGLE_SEARCH,
  fee: 'google_search/enterprise',
  decidesPrice: true,
};

/** Documents of Vertex AI Search and others in Vertex AI, which are billed by the request. */
const RETRIEVAL: OfferedTool = {
  ...once('retrieval/vertex'),
  tokens: FILE_SEARCH_TOKENS,
  decidesPrice: true,
};

/** Documents of the Gemini API, which cost only their tokens: https://ai.google.dev/gemini-api/docs/file-search#pricing */
const FILE_SEARCH: OfferedTool = { ...once('retrieval'), tokens: FILE_SEARCH_TOKENS };

/** Google's own tools by the member that offers them. */
const GOOGLE_TOOLS: ReadonlyMap<string, OfferedTool> = new Map([
  ['googleSearch', GOOGLE_SEARCH],
  ['google_search', GOOGLE_SEARCH],
  ['googleSearchRetrieval', GOOGLE_SEARCH],
  ['google_search_retrieval', GOOGLE_SEARCH],
  ['urlContext', URL_CONTEXT],
  ['url_context', URL_CONTEXT],
  ['googleMaps', GOOGLE_MAPS],
  ['google_maps', GOOGLE_MAPS],
  ['enterpriseWebSearch', ENTERPRISE_SEARCH],
  ['enterprise_web_search', ENTERPRISE_SEARCH],
  ['retrieval', RETRIEVAL],
  ['fileSearch', FILE_SEARCH],
  ['file_search', FILE_SEARCH],
]);

/** The tool of Google that a member of a tool offers; undefined for other members. */
export function googleTool(member: string): OfferedTool | undefined {
  return GOOGLE_TOOLS.get(member);
}

function limited(fee: string, tokens: number, most: unknown): OfferedTool {
  return { fee, calls: positive(most), tokens, isLimitable: true };
}

/** A tool that is used once for a response, however often. */
function once(fee: string): OfferedTool {
  return { fee, calls: 1, tokens: 0, isLimitable: false };
}

function imagePrice(tool: UnknownRecord): string {
  const specific = (value: unknown, otherwise: string) => {
    const choice = text(value);
    return choice === '' || choice === 'auto' ? otherwise : choice;
  };
  const model = text(tool.model);
  const { quality, size } = BEST_IMAGE;
  return ['image_generation', model, specific(tool.quality, quality), specific(tool.size, size)]
    .filter(Boolean)
    .join('/');
}

function positive(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined;
}

/** The name under which the recent tool calls of a model are recorded. */
export function toolCallsName(model: string): string {
  // Model names contain no line break.
  return `tool calls\n${model}`;
}

/** `"type":"`, without blanks. */
const TYPE = 8;
const t = 0x74;
const colon = 0x3a;
const quote = 0x22;

/**
 * Whether a noted member is the type of a message, a function or another item that costs only its text. Long conversations have
 * many of them, so this looks at single bytes.
 * @param name index of the name's opening quote
 */
export function isOrdinaryItem(body: Buffer, name: number): boolean {
  return (
    body[name + 1] === t &&
    body[name + 5] === quote &&
    body[name + 6] === colon &&
    body[name + 7] === quote &&
    !mayBeTool(body, name + TYPE)
  );
}

/**
 * Marks the first two letters of the types of tools: web, file, image, item, code, shell, builtin, browser. One table access,
 * because conversations have many types.
 */
const beginnings = new Uint8Array(1 << 16);
for (const two of ['we', 'fi', 'im', 'it', 'co', 'sh', 'bu', 'br'])
  beginnings[(two.charCodeAt(0) << 8) | two.charCodeAt(1)] = 1;
const BACKSLASH = 0x5c;

/** Whether a type may be that of a tool or of `item_reference`, or has an escape. @param at index of its first letter */
export function mayBeTool(body: Buffer, at: number): boolean {
  const first = body[at] as number;
  const second = body[at + 1] as number;
  return first === BACKSLASH || second === BACKSLASH || beginnings[(first << 8) | second] === 1;
}
