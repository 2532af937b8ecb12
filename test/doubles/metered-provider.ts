import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { LoopbackServer } from './loopback-server.js';

type Json = Record<string, unknown>;

/** What one request cost at the provider. */
interface Metered {
  text: number;
  audio: number;
  output: number;
  searches: number;
  /** Whether the searches are those of Google Maps. */
  isOfMaps: boolean;
  /** Tools of the request, if it ran code in a container. */
  containers: unknown[];
}

// Tokens of what requests refer to.
/** Of 1024 × 1024 pixels, and with low detail. */
const IMAGE = { mini: [25_501, 2833], others: [765, 85] } as const;
const DOCUMENT = 120_000;
const VIDEO = 900_000;
const AUDIO_PER_SECOND = 10;
/** Of compressed speech. */
const BYTES_PER_SECOND = 1000;
/** Of the results of one search. */
const SEARCH = 6000;
/** Output of a response without a limit. */
const MAX_OUTPUT = 16_384;

/**
 * A provider that bills what requests refer to: images, documents and videos by address or id, audio by its length, calls of its
 * own search, containers for code, and every answer that is requested. It obeys all limits that it is sent; of a member that is
 * given twice it reads the first one. A prompt asks for output (`produce 500`), searches (`search 3`) and code (`run code`).
 */
export class MeteredProvider {
  /** The bodies of all requests. */
  readonly requests: Json[] = [];
  answersAfterMs = 150;

  private server!: LoopbackServer;

  static async start(): Promise<MeteredProvider> {
    const provider = new MeteredProvider();
    provider.server = await LoopbackServer.start((request, response) => provider.serve(request, response));
    return provider;
  }

  get url(): string {
    return this.server.url;
  }

  close(): Promise<void> {
    return this.server.close();
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    this.requests.push(JSON.parse(body) as Json);
    await sleep(this.answersAfterMs);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answerOf(request.url ?? '', meter(body))));
  }
}

function meter(body: string): Metered {
  const count = (pattern: RegExp) => body.match(pattern)?.length ?? 0;
  const number = (pattern: RegExp) => {
    const [, digits] = pattern.exec(body) ?? [];
    return digits === undefined ? undefined : Number(digits);
  };
  const bytes = (/"(?:input_audio|inlineData)":\{[^}]*"data":"([^"]*)"/.exec(body)?.[1]?.length ?? 0) * 0.75;
  const outputTokens = number(/produce (\d+)/) ?? 10;
  const limit =
    number(/"(?:max_tokens|max_completion_tokens|max_output_tokens|maxOutputTokens)":([1-9]\d*)/) ??
    MAX_OUTPUT;
  const answers = number(/"(?:n|best_of|candidateCount|candidate_count)":(\d+)/) ?? 1;
  const offers = /"type":"web_search|"google(?:Search|Maps)"/.test(body);
  const calls = number(/"(?:max_uses|max_tool_calls)":(\d+)/) ?? Infinity;
  const searches = offers ? Math.min(number(/search (\d+)/) ?? 0, calls) : 0;
  const isVideo = body.includes('youtube');
  const [image, small] = body.includes('-mini') ? IMAGE.mini : IMAGE.others;
  const images = count(
    /"(?:image_url|input_image)":(?:\{"url":)?"https|"type":"image","source":\{"type":"(?:url|file)"/g,
  );
  const low = count(/"detail":"low"/g);
  return {
    text:
      Math.ceil(body.replace(/"data":"[^"]*"/g, '').length / 5) +
      image * (images - low) +
      small * low +
      DOCUMENT *
        count(
          /"file_id":"(?!image)|"file_url":|"type":"document","source":\{"type":"(?:url|file)","url"|"(?:previous_response_id|conversation)":"/g,
        ) +
      (isVideo ? VIDEO : 0) +
      (body.includes('"web_search') ? SEARCH * searches : 0),
    audio: Math.floor(bytes / BYTES_PER_SECOND) * AUDIO_PER_SECOND,
    output: Math.min(outputTokens, limit) * answers,
    searches,
    isOfMaps: body.includes('"googleMaps"'),
    containers: body.includes('run code') ? ((JSON.parse(body) as Json).tools as unknown[]) : [],
  };
}

function answerOf(path: string, { text, audio, output, searches, isOfMaps, containers }: Metered): object {
  if (path.includes('/messages'))
    return {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [{ type: 'text', text: 'Done.' }],
      stop_reason: 'end_turn',
      usage: {
        input_tokens: text,
        output_tokens: output,
        ...(searches > 0 && { server_tool_use: { web_search_requests: searches } }),
      },
    };
  if (path.includes('/responses'))
    return {
      id: `resp_${Math.random()}`,
      object: 'response',
      status: 'completed',
      model: 'm',
      tools: [{ type: 'web_search' }, ...containers],
      output: [
        ...containers.map((_, index) => ({
          id: `ci_${index}`,
          type: 'code_interpreter_call',
          status: 'completed',
          container_id: `cntr_${index}`,
          code: 'print(1)',
          outputs: null,
        })),
        ...Array.from({ length: searches }, (_, index) => ({
          id: `ws_${index}`,
          type: 'web_search_call',
          status: 'completed',
          action: { type: 'search', query: 'x' },
        })),
        {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: 'Done.', annotations: [] }],
        },
      ],
      usage: { input_tokens: text, output_tokens: output, total_tokens: text + output },
    };
  if (path.includes(':generateContent'))
    return {
      candidates: [
        {
          content: { role: 'model', parts: [{ text: 'Done.' }] },
          finishReason: 'STOP',
          index: 0,
          ...(searches > 0 && {
            groundingMetadata: {
              webSearchQueries: Array.from({ length: searches }, () => 'x'),
              ...(isOfMaps && { groundingChunks: [{ maps: { uri: 'https://maps.example', title: 'P' } }] }),
            },
          }),
        },
      ],
      usageMetadata: { promptTokenCount: text, candidatesTokenCount: output, totalTokenCount: text + output },
    };
  const choice = path.includes('/chat/')
    ? { message: { role: 'assistant', content: 'Done.' } }
    : { text: 'Done.' };
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, finish_reason: 'stop', ...choice }],
    usage: {
      prompt_tokens: text + audio,
      completion_tokens: output,
      total_tokens: text + audio + output,
      ...(audio > 0 && { prompt_tokens_details: { audio_tokens: audio, text_tokens: text } }),
    },
  };
}
