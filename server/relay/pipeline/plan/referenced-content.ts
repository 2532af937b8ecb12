import { outputLimit } from '../../../billing/prices/defaults/output-limits.js';
import { imageSize } from '../../../dialects/canonical/media/image-size.js';
import { mostImageTokens } from '../../../dialects/canonical/media/image-tokens.js';
import type { ProtocolName } from '../../../dialects/protocols/protocol.js';
import { audioTokens } from './audio-tokens.js';
import { longTextOf, NotedMembers, OPEN_OBJECT, QUOTE, textOf, type LongText } from './noted-members.js';
import {
  DASHSCOPE_SEARCH,
  googleTool,
  isOrdinaryItem,
  mayBeTool,
  toolOf,
  type OfferedTool,
} from '../reserve/offered-tools.js';
import { attachmentTokens, BYTES_PER_TOKEN } from './prompt-size.js';

/** What a request may be billed for besides the text of its body. */
export interface ReferencedContent {
  /** Input tokens of content that the body refers to or embeds, beyond those that `quickPromptTokens` counts for it. */
  readonly tokens: number;
  /** Tokens of audio, which may have a price of its own. */
  readonly audio: number;
  /** The class that the prompt is billed in where the client asks for a cache write. */
  readonly cacheWrite: 'cacheWrite5m' | 'cacheWrite1h' | undefined;
  /** Tools of the provider that the request offers. */
  readonly tools: readonly OfferedTool[];
  /** The most calls of all tools together (`max_tool_calls`). */
  readonly toolCalls: number | undefined;
}

/** What the content of a request is measured by. */
export interface ContentMeasures {
  readonly protocol: ProtocolName;
  /** The names of the model at all channels that the request may go to: they count images differently. */
  readonly models: readonly string[];
  /** Context window in tokens: the most that content by reference can be. */
  readonly window: number;
  /** Tokens of the stored response that the request continues, where they are known. */
  readonly continuedTokens: number | undefined;
}

/** The first letter of `true`. */
const LETTER_T = 0x74;
/** Members that are examined; a request with more of them, or nested objects that take longer, is held by its window. */
const MAX_MEMBERS = 20_000;
/** Addresses that Gemini reads as files of any kind, also where a client names them as images. */
const ANY_FILE =
  /^(?:gs:|https?:\/\/(?:(?:www\.|m\.)?youtube\.com|youtu\.be|generativelanguage\.googleapis\.com)\/)/;
/** Parts of earlier answers that name a file, but do not send it. */
const NAMES_ONLY = /(?:citation|_path|_output|_call)$/;
const DATA_URL = /^data:([^;,]*)[^,]*,/;
const IMAGE_TYPE = /image|screenshot/;
const TEXT_TYPE = /^text\/|[/+](?:json|xml|yaml|javascript|csv)$/;

/**
 * Measures content outside the text of a request: images, documents, sound and video by address or id, embedded media, stored
 * conversations and prompts, and the provider's tools. Documents, videos and whatever else only the provider can open count as
 * the model's context window, and so does everything together at most. Members of tool schemas and arguments with the same
 * names do not count.
 * @param noted see `JsonObject.noted`
 */
export function referencedContent(
  body: Buffer,
  noted: readonly number[],
  measures: ContentMeasures,
): ReferencedContent | undefined {
  const reader = new ContentReader(body, measures);
  const last = Math.min(noted.length, 2 * MAX_MEMBERS);
  for (let at = 0; at < last; at += 2) reader.read(noted[at] as number, noted[at + 1] as number);
  return reader.content(last < noted.length);
}

class ContentReader {
  private tokens = 0;
  private audio = 0;
  private cacheWrite: ReferencedContent['cacheWrite'];
  private readonly tools: OfferedTool[] = [];
  private toolCalls: number | undefined;
  private readonly members: NotedMembers;
  /** Index of the source of an image or document that was read last. */
  private source: number | undefined;

  constructor(
    private readonly body: Buffer,
    private readonly measures: ContentMeasures,
  ) {
    this.members = new NotedMembers(body);
  }

  /** @param isCut true if there was too much to examine */
  content(isCut: boolean): ReferencedContent | undefined {
    const { cacheWrite, tools, toolCalls, members } = this;
    const { window } = this.measures;
    const isUnclear = isCut || members.isExhausted || members.isAmbiguous;
    const audio = Math.min(this.audio, window);
    const tokens = isUnclear ? window - audio : Math.min(this.tokens, window - audio);
    if (tokens + audio === 0 && cacheWrite === undefined && tools.length === 0) return undefined;
    return { tokens, audio, cacheWrite, tools, toolCalls };
  }

  /** @param start index of the object @param nameStart index of the member's name */
  read(start: number, nameStart: number): void {
    if (this.members.isExhausted || isOrdinaryItem(this.body, nameStart)) return;
    const [name, value] = this.members.read(nameStart);
    switch (name) {
      case 'type':
        return this.addItem(start, value);
      case 'image_url':
        return this.addImageAddress(start, value);
      case 'video_url':
      case 'audio_url':
      case 'file_url':
        return this.addAddress(name, value);
      case 'file_id':
        return this.addFile(start, value);
      case 'file_data':
        // Google's clients may write `fileData` like this.
        if (this.body[value] === QUOTE)
          return this.addEmbedded(longTextOf(this.members.objectAt(start), name), undefined);
        return this.addGoogleFile(value);
      case 'fileData':
        return this.addGoogleFile(value);
      case 'inlineData':
      case 'inline_data':
        return this.addInline(value);
      case 'input_audio':
      case 'audio':
        return this.addAudio(value);
      case 'source':
        return this.addSource(start, value);
      case 'cache_control':
        return this.addCacheWrite(value);
      default:
        this.addStored(name, value);
        return this.addGoogleTool(name);
    }
  }

  private addGoogleTool(name: string): void {
    const tool = this.measures.protocol === 'gemini' ? googleTool(name) : undefined;
    if (tool) this.tools.push(tool);
  }

  /** Members of the body itself that stand for something the provider stores. */
  private addStored(name: string, value: number): void {
    const { protocol, continuedTokens, window } = this.measures;
    const isOpenAI = protocol === 'openai-responses';
    switch (name) {
      case 'max_tool_calls': {
        const calls = Number(/^\d+/.exec(this.body.toString('latin1', value, value + 16))?.[0]);
        if (isOpenAI && calls > 0) this.toolCalls = calls;
        return;
      }
      case 'previous_response_id':
        if (isOpenAI && this.body[value] === QUOTE) this.tokens += continuedTokens ?? window;
        return;
      case 'conversation':
      case 'prompt':
        if (isOpenAI && this.isPresent(value)) this.tokens += window;
        return;
      case 'enable_search':
        if (protocol === 'openai-chat' && this.body[value] === LETTER_T) this.tools.push(DASHSCOPE_SEARCH);
        return;
      case 'container':
        if (protocol === 'anthropic-messages' && this.isPresent(value)) this.tokens += window;
        return;
      case 'cachedContent':
      case 'cached_content':
        if ((protocol === 'gemini' || protocol === 'openai-chat') && this.isPresent(value))
          this.tokens += window;
        return;
      default:
    }
  }

  /** An item of a list of the body: a tool of the provider, or a reference to an item of an earlier response. */
  private addItem(start: number, value: number): void {
    const { protocol } = this.measures;
    if (this.body[value] !== QUOTE || !mayBeTool(this.body, value + 1)) return;
    const object = this.members.objectAt(start);
    if (textOf(object, 'type') === 'item_reference')
      this.tokens += outputLimit(this.measures.models[0] ?? '');
    const tool = toolOf(object, protocol);
    if (tool) this.tools.push(tool);
  }

  private addImageAddress(start: number, value: number): void {
    const isObject = this.body[value] === OPEN_OBJECT;
    const object = this.members.objectAt(isObject ? value : start);
    const address = longTextOf(object, isObject ? 'url' : 'image_url');
    if (address === undefined) return;
    const detail = textOf(object, 'detail');
    if (address.head.startsWith('data:')) return this.addEmbedded(address, detail);
    this.tokens += ANY_FILE.test(address.head) ? this.measures.window : this.image(detail, undefined);
  }

  private addAddress(name: string, value: number): void {
    const isObject = this.body[value] === OPEN_OBJECT;
    const object = isObject ? this.members.objectAt(value) : undefined;
    if (object ? textOf(object, 'url') === undefined : this.body[value] !== QUOTE) return;
    if (name === 'audio_url') this.audio += this.measures.window;
    else this.tokens += this.measures.window;
  }

  private addFile(start: number, value: number): void {
    if (this.body[value] !== QUOTE || start === this.source) return;
    const object = this.members.objectAt(start);
    const type = textOf(object, 'type') ?? '';
    if (NAMES_ONLY.test(type)) return;
    // Arguments of tool calls are objects in Messages and may have a member of this name.
    if (this.measures.protocol === 'anthropic-messages' && type !== 'container_upload') return;
    this.tokens += IMAGE_TYPE.test(type)
      ? this.image(textOf(object, 'detail'), undefined)
      : this.measures.window;
  }

  private addGoogleFile(value: number): void {
    if (this.body[value] !== OPEN_OBJECT) return;
    const object = this.members.objectAt(value);
    const address = textOf(object, 'fileUri') ?? textOf(object, 'file_uri');
    if (address === undefined) return;
    const type = textOf(object, 'mimeType') ?? textOf(object, 'mime_type') ?? '';
    if (type.startsWith('image/') && !/youtu/.test(address)) this.tokens += this.image(undefined, undefined);
    else if (type.startsWith('audio/')) this.audio += this.measures.window;
    else this.tokens += this.measures.window;
  }

  private addInline(value: number): void {
    if (this.body[value] !== OPEN_OBJECT) return;
    const object = this.members.objectAt(value);
    const data = longTextOf(object, 'data');
    if (data === undefined) return;
    const type = textOf(object, 'mimeType') ?? textOf(object, 'mime_type') ?? '';
    this.addMedia(type, data, undefined);
  }

  private addAudio(value: number): void {
    if (this.body[value] !== OPEN_OBJECT) return;
    const object = this.members.objectAt(value);
    const data = longTextOf(object, 'data');
    if (data !== undefined) return this.addMedia(`audio/${textOf(object, 'format') ?? ''}`, data, undefined);
    // An earlier spoken answer: https://platform.openai.com/docs/guides/audio#multi-turn-conversations
    if (textOf(object, 'id') !== undefined) this.audio += outputLimit(this.measures.models[0] ?? '');
  }

  /** https://docs.anthropic.com/en/api/messages: the source of an image or document. */
  private addSource(start: number, value: number): void {
    if (this.body[value] !== OPEN_OBJECT) return;
    const source = this.members.objectAt(value);
    const kind = textOf(source, 'type');
    if (kind !== 'url' && kind !== 'file' && kind !== 'base64') return;
    this.source = value;
    const isImage = textOf(this.members.objectAt(start), 'type') === 'image';
    const data = longTextOf(source, 'data') ?? { head: '', length: 0 };
    if (kind === 'base64')
      return this.addMedia(textOf(source, 'media_type') ?? (isImage ? 'image/' : ''), data, undefined);
    this.tokens += isImage ? this.image(undefined, undefined) : this.measures.window;
  }

  private addCacheWrite(value: number): void {
    if (this.body[value] !== OPEN_OBJECT || this.cacheWrite === 'cacheWrite1h') return;
    this.cacheWrite = textOf(this.members.objectAt(value), 'ttl') === '1h' ? 'cacheWrite1h' : 'cacheWrite5m';
  }

  private addEmbedded(value: LongText | undefined, detail: string | undefined): void {
    if (value === undefined) return;
    const { head, length } = value;
    const [beginning, type = ''] = DATA_URL.exec(head) ?? ['', ''];
    const data = { head: head.slice(beginning.length), length: length - beginning.length };
    this.addMedia(type, data, detail);
  }

  /** @param data base64 */
  private addMedia(type: string, { head, length }: LongText, detail: string | undefined): void {
    const counted = attachmentTokens(length);
    if (type.startsWith('image/')) {
      const size = imageSize(head.replaceAll('\\', ''));
      this.tokens += Math.max(0, this.image(detail, size) - counted);
    } else if (type.startsWith('audio/')) {
      this.audio += Math.min(
        this.measures.window,
        this.most((model) => audioTokens(model, type, head, length)),
      );
    } else if (TEXT_TYPE.test(type)) {
      this.tokens += Math.max(0, Math.ceil((length * 3) / 4 / BYTES_PER_TOKEN) - counted);
    } else this.tokens += this.measures.window;
  }

  private image(detail: string | undefined, size: ReturnType<typeof imageSize>): number {
    return this.most((model) => mostImageTokens(model, detail, size));
  }

  private most(of: (model: string) => number): number {
    return Math.max(...this.measures.models.map(of));
  }

  private isPresent(value: number): boolean {
    return this.body[value] === QUOTE || this.body[value] === OPEN_OBJECT;
  }
}
