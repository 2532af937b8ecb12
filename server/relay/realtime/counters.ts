import { TokenCounter } from '../../dialects/canonical/tokens.js';
import { noUsage, type Usage } from '../../dialects/canonical/usage.js';
import type { SessionFacts } from './events.js';

/** Tokens per second of audio, input and output: minutes × 100/0.06 and × 200/0.24. */
const INPUT_TOKENS_PER_SECOND = 100 / 0.06 / 60;
const OUTPUT_TOKENS_PER_SECOND = 200 / 0.24 / 60;
/** Bytes per second: 24 kHz with 16 bits (PCM), or 8 kHz with 8 bits (telephone codecs). */
export const PCM_BYTES = 48_000;
const TELEPHONE_BYTES = 8000;
/** Tokens of one tool besides its text. */
const TOOL_TOKENS = 8;

/** Counts usage since the session's last response; charged if the upstream reports none. */
export class SessionCounters {
  private inputSeconds = 0;
  private outputSeconds = 0;
  private toolTokens = 0;
  private read = new TokenCounter();
  private written = new TokenCounter();
  private inputBytes = PCM_BYTES;
  private outputBytes = PCM_BYTES;
  private tools: readonly string[] = [];

  applySession({
    inputFormat,
    outputFormat,
    tools,
  }: Pick<SessionFacts, 'inputFormat' | 'outputFormat' | 'tools'>): void {
    if (inputFormat !== undefined) this.inputBytes = bytesPerSecond(inputFormat);
    if (outputFormat !== undefined) this.outputBytes = bytesPerSecond(outputFormat);
    if (tools) this.tools = tools;
  }

  /** @param bytes of audio */
  countInputAudio(bytes: number): void {
    this.inputSeconds += bytes / this.inputBytes;
  }

  /** @param bytes of audio */
  countOutputAudio(bytes: number): void {
    this.outputSeconds += bytes / this.outputBytes;
  }

  readText(text: string): void {
    this.read.add(text);
  }

  writeText(text: string): void {
    this.written.add(text);
  }

  /** A response is over: the next one reads the tools again. */
  clear(): void {
    this.inputSeconds = this.outputSeconds = 0;
    this.read = new TokenCounter();
    this.written = new TokenCounter();
    const tools = new TokenCounter();
    for (const tool of this.tools) tools.add(tool);
    this.toolTokens = this.tools.length * TOOL_TOKENS + tools.tokens;
  }

  /** Whether the model has produced any output. */
  get produced(): boolean {
    return this.outputSeconds > 0 || this.written.tokens > 0;
  }

  usage(): Usage {
    return {
      ...noUsage(),
      input: Math.ceil(this.read.tokens + this.toolTokens),
      output: Math.ceil(this.written.tokens),
      more: {
        audioInput: Math.ceil(this.inputSeconds * INPUT_TOKENS_PER_SECOND),
        audioOutput: Math.ceil(this.outputSeconds * OUTPUT_TOKENS_PER_SECOND),
      },
    };
  }
}

/** `g711_ulaw`, `g711_alaw`, `audio/pcmu` and `audio/pcma` are telephone codecs; all others are PCM. */
export function bytesPerSecond(format: string): number {
  return /^g711|pcm[ua]$/.test(format) ? TELEPHONE_BYTES : PCM_BYTES;
}
