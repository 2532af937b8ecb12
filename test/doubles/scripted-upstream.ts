import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { aiproxyLibraryDialect } from './aiproxy-library-dialect.js';
import { anthropicDialect } from './anthropic-dialect.js';
import { baiduDialect } from './baidu-dialect.js';
import { bedrockDialect, bedrockLists } from './bedrock-dialect.js';
import { cloudflareChat } from './cloudflare-dialect.js';
import { cohereDialect } from './cohere-dialect.js';
import { completionsDialect } from './completions-dialect.js';
import { cozeDialect } from './coze-dialect.js';
import { deeplDialect } from './deepl-dialect.js';
import { difyDialect, difyWorkflowDialect } from './dify-dialect.js';
import { geminiDialect } from './gemini-dialect.js';
import { GoogleAccount } from './google-account.js';
import { imageDialect } from './image-dialects.js';
import { modelDialect } from './model-dialects.js';
import { serveSpark } from './spark-socket.js';
import { taskSubmissions } from './task-submissions.js';
import { tencentDialect } from './tencent-dialect.js';
import { palmDialect } from './palm-dialect.js';
import { operationDialect } from './operation-dialects.js';
import { oneModeDialects } from './one-mode-dialects.js';
import { openaiDialect } from './openai-dialect.js';
import { responsesDialect } from './responses-dialect.js';
import { vertexDialect } from './vertex-dialect.js';
import { isScenarioName, scenarios, type Scenario, type ScenarioName } from './scenarios.js';
import {
  interrupt,
  brokenByScript,
  sendBytes,
  sendHalf,
  sendHalfBytes,
  sendJson,
  sendApiError,
  sendStream,
} from './scripted-delivery.js';
import { zhipuDialect } from './zhipu-dialect.js';
import { watsonxDialect } from './watsonx-dialect.js';
import { parse, receive, type ReceivedRequest } from './received-request.js';
import { plainAnswer, type Dialect, type ScriptedAnswer } from './scripted-answer.js';

const chatDialects: readonly (readonly [path: string, Dialect])[] = [
  ['/v1/messages', anthropicDialect],
  ...oneModeDialects,
  ['/openai/v1/responses', responsesDialect],
  ['/v1beta/models/', geminiDialect],
  ['/v1/models/', geminiDialect],
  ['/v1beta2/models/', palmDialect],
  ['/v1/chat-messages', difyDialect],
  ['/v1/workflows/run', difyWorkflowDialect],
  ['/client/v4/accounts/', cloudflareChat],
  ['/api/library/ask', aiproxyLibraryDialect],
  // Of Baidu's Qianfan.
  ['/v2/chat/completions', openaiDialect],
  ['/v2/chat', cohereDialect],
  ['/v2/translate', deeplDialect],
  ['/v3/chat', cozeDialect],
  ['/api/paas/v3/model-api/', zhipuDialect],
  ['/ml/v1/text/chat', watsonxDialect],
  ['/rpc/2.0/ai_custom/v1/wenxinworkshop/chat/', baiduDialect],
];
/** Calls that precede a request, by path, with their responses. */
const preparations: Readonly<Record<string, object>> = {
  '/identity/token': { access_token: 'token-scripted', expires_in: 3600, token_type: 'Bearer' },
  '/oauth/2.0/token': { access_token: 'token-scripted', expires_in: 2_592_000 },
  ...bedrockLists,
  '/v1/files/upload': { id: 'file-scripted', code: 0, data: { id: 'file-scripted' } },
};
/** Legacy completions under any base path; excludes chat completions. */
const completionsPath = /(?<!\/chat)\/completions$/;
/** A scenario by name or by value. */
export type Script = ScenarioName | Scenario;

const MODELS = ['gpt-4o', 'gpt-4o-mini', 'claude-3-7-sonnet-20250219'];

/**
 * An upstream on loopback for the APIs of several providers, selected by path. Its behaviour is selected by the request's
 * `x-scenario` header, else by the next script of the queue, else by model name, else by `otherwise`.
 */
export class ScriptedUpstream {
  readonly requests: ReceivedRequest[] = [];
  otherwise: Script = 'plain';
  private readonly queue: Script[] = [];
  private readonly byModel = new Map<string, Script>();
  private account: GoogleAccount | undefined;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<ScriptedUpstream> {
    const server = createServer({ keepAlive: true, noDelay: true, keepAliveTimeout: 0 }).listen(
      0,
      '127.0.0.1',
    );
    await once(server, 'listening');
    const upstream = new ScriptedUpstream(server);
    serveSpark(server, ({ path, body }) => upstream.converse(path, body));
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      upstream.serve(request, response).catch((error: unknown) => response.destroy(asError(error)));
    });
    return upstream;
  }

  /** Base URL without path. */
  get url(): string {
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  /** The account whose tokens its paths of Vertex AI require. Made on first use, because its key takes a while. */
  get google(): GoogleAccount {
    return (this.account ??= new GoogleAccount(() => this.url));
  }

  /** Queues scripts for the next requests, in order. */
  next(...scripts: Script[]): void {
    this.queue.push(...scripts);
  }

  /** Sets the script of every request for a model. */
  forModel(model: string, script: Script): void {
    this.byModel.set(model, script);
  }

  get last(): ReceivedRequest {
    const last = this.requests.at(-1);
    if (!last) throw new Error('the scripted upstream was not called');
    return last;
  }

  /** Clears the recorded requests and all scripts. */
  clear(): void {
    this.requests.length = 0;
    this.queue.length = 0;
    this.byModel.clear();
    this.otherwise = 'plain';
  }

  /** Closes at once, open streams included. */
  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const received = await receive(request, once(response, 'close'));
    this.requests.push(received);
    const gone = new AbortController();
    response.on('close', () => {
      received.aborted = !response.writableFinished && !brokenByScript(response);
      if (received.aborted) received.hungUpAt = Date.now();
      gone.abort();
    });
    try {
      await this.answer(received, response, gone.signal);
    } catch (error) {
      if (!gone.signal.aborted) throw error;
    }
  }

  private async answer(
    received: ReceivedRequest,
    response: ServerResponse,
    gone: AbortSignal,
  ): Promise<void> {
    const { pathname } = new URL(received.path, this.url);
    if (received.method === 'GET' && pathname === '/v1/models') {
      const data = MODELS.map((id) => ({ id, object: 'model', created: 0, owned_by: 'scripted' }));
      return sendJson(response, 200, { object: 'list', data });
    }
    const preparation = preparations[pathname] ?? taskSubmissions[pathname];
    if (preparation) return sendJson(response, 200, preparation);
    if (pathname === '/token') return this.google.serve(received, response);
    const dialect =
      vertexDialect(received.path, () => this.google) ??
      (received.headers['x-tc-action'] === undefined ? undefined : tencentDialect) ??
      modelDialect(pathname, received.model) ??
      imageDialect(received.path) ??
      operationDialect(pathname) ??
      bedrockDialect(pathname) ??
      chatDialects.find(([path]) => pathname.startsWith(path))?.[1] ??
      (completionsPath.test(pathname) ? completionsDialect : openaiDialect);
    const scenario = this.scenarioOf(received);
    if (scenario.connection === 'reset') {
      interrupt(response, 'reset');
      return;
    }
    if (scenario.connection === 'silent') return;
    if (scenario.headersAfter) await scenario.headersAfter;
    if (scenario.headersAfterMs) await sleep(scenario.headersAfterMs, undefined, { signal: gone });
    for (const [name, value] of Object.entries(scenario.headers ?? {})) response.setHeader(name, value);
    if (scenario.refuse) return sendApiError(response, dialect, scenario.refuse);
    const broken = dialect.refuses?.(received);
    if (broken !== undefined) {
      const refusal = typeof broken === 'string' ? { status: 400, message: broken } : broken;
      return sendApiError(response, dialect, refusal);
    }
    if (pathname === '/v1/messages/count_tokens') return sendJson(response, 200, { input_tokens: 42 });
    if (pathname.endsWith('/count-tokens')) return sendJson(response, 200, { inputTokens: 42 });
    if (pathname.endsWith(':countTokens')) return sendJson(response, 200, { totalTokens: 42 });
    const answer = {
      ...plainAnswer,
      ...scenario.answer,
      ...scenario.answerTo?.(received.body.toString()),
      ...(scenario.echo && { text: [shown(received)] }),
    };
    const model = received.model ?? 'scripted';
    if (!received.streams) {
      if (dialect.bytes && scenario.ending === 'cut') return sendHalfBytes(response, dialect.bytes);
      if (scenario.ending === 'cut' || scenario.ending === 'stall')
        return sendHalf(response, JSON.stringify(dialect.whole(answer, model)), scenario.ending);
      if (scenario.firstFrameAfterMs) await sleep(scenario.firstFrameAfterMs, undefined, { signal: gone });
      if (dialect.bytes) return sendBytes(response, dialect.bytes);
      return sendJson(response, 200, dialect.whole(answer, model));
    }
    return sendStream(response, dialect, scenario, framesOf(dialect, answer, received, model), gone);
  }

  /** A conversation over WebSocket. @returns the answer, or an error code of Spark */
  private converse(path: string, body: Buffer): ScriptedAnswer | number {
    const received: ReceivedRequest = {
      method: 'GET',
      path,
      headers: {},
      body,
      json: parse(body),
      over: Promise.resolve(),
      model: undefined,
      streams: true,
      arrivedAt: Date.now(),
      aborted: false,
      hungUpAt: undefined,
    };
    this.requests.push(received);
    const { refuse, answer } = this.scenarioOf(received);
    return refuse ? (refuse.status === 401 ? 10_015 : 10_110) : { ...plainAnswer, ...answer };
  }

  private scenarioOf(received: ReceivedRequest): Scenario {
    const named = received.headers['x-scenario'];
    const script =
      (typeof named === 'string' && isScenarioName(named) ? named : undefined) ??
      this.queue.shift() ??
      this.byModel.get(received.model ?? '') ??
      this.otherwise;
    return typeof script === 'string' ? scenarios[script] : script;
  }
}

function framesOf(
  dialect: Dialect,
  answer: ScriptedAnswer,
  received: ReceivedRequest,
  model: string,
): string[] {
  const options = received.json?.stream_options;
  const hasUsageOption = typeof options === 'object' && options !== null && 'include_usage' in options;
  return dialect.frames(answer, model, hasUsageOption && options.include_usage === true);
}

function shown({ method, path, headers, body }: ReceivedRequest): string {
  return JSON.stringify({ method, path, headers, body: body.toString() });
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
