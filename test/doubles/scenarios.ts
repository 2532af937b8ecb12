import type { ScriptedAnswer } from './scripted-answer.js';

/** How a scripted upstream handles one request. Omitted members mean normal behaviour. */
export interface Scenario {
  /** Members that differ from the plain answer. */
  readonly answer?: Partial<ScriptedAnswer>;
  /** Like `answer`, computed from the request body. */
  readonly answerTo?: (body: string) => Partial<ScriptedAnswer>;
  /** Sends this response instead of an answer. `message` is wrapped in the dialect's error body. */
  readonly refuse?: {
    readonly status: number;
    readonly message?: string;
    readonly body?: string;
    readonly headers?: Readonly<Record<string, string>>;
  };
  /** Sends no HTTP response at all. */
  readonly connection?: 'reset' | 'silent';
  readonly headersAfterMs?: number;
  /** More headers of the response. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends the headers once this promise resolves. */
  readonly headersAfter?: Promise<unknown>;
  readonly firstFrameAfterMs?: number;
  readonly betweenFramesMs?: number;
  /** Writes chunks of this many bytes instead of whole frames. */
  readonly pieceBytes?: number;
  /** Separates lines with CRLF. */
  readonly carriageReturns?: boolean;
  /** Number of frames sent before `ending`; all when omitted. */
  readonly frames?: number;
  /** Index of the frame that is preceded by a truncated event. */
  readonly halfEventAfter?: number;
  /** What happens after the last frame. */
  readonly ending?: 'finish' | 'stall' | 'cut' | 'error-frame' | 'malformed-frame';
  /** Omits the end marker ([DONE], message_stop). */
  readonly noEnd?: boolean;
  /** Responds with the received request as text. */
  readonly echo?: boolean;
}

const html = '<!doctype html><html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>';
const inBody =
  '{"error":{"message":"scripted in-body error","type":"server_error","param":null,"code":"scripted"}}';

/** Scenarios by name; a request selects one with its `x-scenario` header. */
export const scenarios = {
  plain: {},
  'no-usage': { answer: { usage: undefined } },
  cached: {
    answer: { usage: { input: 100, cacheRead: 2000, cacheWrite5m: 200, cacheWrite1h: 300, output: 300 } },
  },
  tools: {
    answer: {
      text: ['Let me look.'],
      tools: [
        { id: 'call_one', name: 'get_weather', arguments: ['{"city":', '"Berlin"}'] },
        { id: 'call_two', name: 'get_time', arguments: ['{"zone":', '"CET"}'] },
      ],
      finish: 'tools',
      usage: { input: 40, output: 25 },
    },
  },
  reasoning: {
    answer: {
      reasoning: ['First', ' I think.'],
      text: ['Then I speak.'],
      usage: { input: 20, output: 5, reasoning: 30 },
    },
  },
  'slow-first-token': { firstFrameAfterMs: 3000 },
  'slow-headers': { headersAfterMs: 1500 },
  paced: { betweenFramesMs: 50 },
  'odd-bytes': { pieceBytes: 7 },
  'every-byte': { pieceBytes: 1 },
  'carriage-returns': { carriageReturns: true },
  'stall-mid-stream': { frames: 4, ending: 'stall' },
  'cut-mid-stream': { frames: 4, ending: 'cut' },
  'cut-before-first-frame': { frames: 0, ending: 'cut' },
  'error-frame-first': { frames: 0, ending: 'error-frame' },
  'error-mid-stream': { frames: 4, ending: 'error-frame' },
  'malformed-first': { frames: 0, ending: 'malformed-frame' },
  'malformed-frame': { frames: 4, ending: 'malformed-frame' },
  'half-event': { halfEventAfter: 3 },
  'no-end': { noEnd: true },
  'left-open': { ending: 'stall' },
  'left-open-without-end': { noEnd: true, ending: 'stall' },
  'empty-stream': { frames: 0 },
  reset: { connection: 'reset' },
  silent: { connection: 'silent' },
  'rate-limited': { refuse: { status: 429, message: 'scripted rate limit' } },
  'rate-limited-retry-after': {
    refuse: { status: 429, message: 'scripted rate limit', headers: { 'retry-after': '7' } },
  },
  'bad-request': { refuse: { status: 400, message: 'scripted bad request' } },
  'bad-key': { refuse: { status: 401, message: 'scripted bad key' } },
  'server-error': { refuse: { status: 500, message: 'scripted failure' } },
  overloaded: { refuse: { status: 503, message: 'scripted overload' } },
  html: { refuse: { status: 200, body: html, headers: { 'content-type': 'text/html' } } },
  'html-error': { refuse: { status: 502, body: html, headers: { 'content-type': 'text/html' } } },
  'in-body-error': { refuse: { status: 200, body: inBody } },
  'cut-json': { refuse: { status: 200, body: '{"id":"chatcmpl-scripted","choices":[{"ind' } },
  'empty-body': { refuse: { status: 200, body: '' } },
  echo: { echo: true },
} as const satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof scenarios;

export function isScenarioName(name: string): name is ScenarioName {
  return Object.hasOwn(scenarios, name);
}
