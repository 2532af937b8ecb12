import { text, type UnknownRecord } from '../../dialects/json/lenient.js';
import type { JsonObject } from '../../dialects/json/object.js';

/** A tool that the provider runs by itself while it responds, and bills by the call. */
export interface OfferedTool {
  /** Name of its price; see `billing/prices/tool-prices.ts`. */
  readonly fee: string;
  /** The most calls that the request allows; undefined without a limit. */
  readonly calls: number | undefined;
  /** Input tokens that the result of one call adds. */
  readonly tokens: number;
  /** True if the request can limit the calls, so that the limit that the hold pays can be sent. */
  readonly isLimitable: boolean;
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
/** Of an image for which the request leaves the quality or size to the provider, the most expensive ones. */
const BEST_IMAGE = { quality: 'high', size: '1536x1024' };

/**
 * A tool of a request by its `type`: OpenAI's (https://platform.openai.com/docs/guides/tools) and Anthropic's
 * (https://docs.anthropic.com/en/docs/agents-and-tools/tool-use/overview#server-tools). Undefined for the client's own tools and
 * for tools that cost nothing but the tokens of the conversation.
 */
export function offeredTool(tool: UnknownRecord): OfferedTool | undefined {
  const type = text(tool.type);
  if (/^web_search_\d{8}$/.test(type)) return limited('web_search', SEARCH_TOKENS, tool.max_uses);
  if (/^web_fetch_\d{8}$/.test(type))
    return limited('web_fetch', positive(tool.max_content_tokens) ?? FETCH_TOKENS, tool.max_uses);
  // Its search content is free: https://platform.openai.com/docs/pricing#built-in-tools
  if (type.startsWith('web_search_preview')) return limited('web_search_preview', 0, undefined);
  if (type.startsWith('web_search') && !type.endsWith('_call'))
    return limited('web_search', SEARCH_TOKENS, undefined);
  if (type === 'file_search') return limited('file_search', FILE_SEARCH_TOKENS, undefined);
  if (type === 'image_generation') return { ...limited(imagePrice(tool), 0, undefined), calls: 1 };
  return undefined;
}

const TOOL_MEMBERS = ['type', 'max_uses', 'max_content_tokens', 'model', 'quality', 'size'] as const;
/** Of a tool that names a member twice, only the type counts: the provider may read another limit. */
const AMBIGUOUS_MEMBERS = ['type'] as const;

/** The same for a tool of a body. */
export function toolOf(object: JsonObject): OfferedTool | undefined {
  const tool: Record<string, unknown> = {};
  for (const name of object.isRepeated ? AMBIGUOUS_MEMBERS : TOOL_MEMBERS) {
    const member = object.find(name);
    if (member) tool[name] = object.value(member);
  }
  return offeredTool(tool);
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

/** Google's own tools by the member that offers them. */
const GOOGLE_TOOLS: ReadonlyMap<string, OfferedTool> = new Map([
  ['googleSearch', GOOGLE_SEARCH],
  ['google_search', GOOGLE_SEARCH],
  ['googleSearchRetrieval', GOOGLE_SEARCH],
  ['google_search_retrieval', GOOGLE_SEARCH],
  ['urlContext', URL_CONTEXT],
  ['url_context', URL_CONTEXT],
]);

/** The tool of Google that a member of a tool offers; undefined for other members. */
export function googleTool(member: string): OfferedTool | undefined {
  return GOOGLE_TOOLS.get(member);
}

function limited(fee: string, tokens: number, most: unknown): OfferedTool {
  return { fee, calls: positive(most), tokens, isLimitable: true };
}

function imagePrice(tool: UnknownRecord): string {
  const specific = (value: unknown, otherwise: string) => {
    const given = text(value);
    return given === '' || given === 'auto' ? otherwise : given;
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

/** Whether a type may begin with web_, file_, image_, item_reference or an escape. @param at index of its first letter */
export function mayBeTool(body: Buffer, at: number): boolean {
  const first = body[at];
  const isFunction = first === 0x66 && body[at + 1] === 0x75;
  return !isFunction && (first === 0x77 || first === 0x66 || first === 0x69 || first === 0x5c);
}
