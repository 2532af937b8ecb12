import type { Server } from 'node:http';
import { WebSocketServer, type WebSocket } from 'ws';
import type { ScriptedAnswer } from './scripted-answer.js';

/** A conversation that arrived over WebSocket. */
export interface SparkRequest {
  /** Includes the query string. */
  readonly path: string;
  readonly body: Buffer;
}

/**
 * Spark over WebSocket (https://www.xfyun.cn/doc/spark/Web.html): refuses handshakes without a signature, reads one frame
 * and answers with frames.
 * @param answerTo answers a request; a number is an error code
 */
export function serveSpark(
  server: Server,
  answerTo: (request: SparkRequest) => ScriptedAnswer | number,
): void {
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    // Clients of other protocols may leave while they are refused.
    socket.on('error', () => socket.destroy());
    const path = request.url ?? '';
    const { searchParams } = new URL(path, 'http://localhost');
    const isSigned = ['authorization', 'date', 'host'].every((name) => searchParams.has(name));
    if (!isSigned) return void socket.end('HTTP/1.1 401 Unauthorized\r\nconnection: close\r\n\r\n');
    sockets.handleUpgrade(request, socket, head, (opened) => {
      opened.once('message', (data) => {
        const body = data as Buffer;
        const answer = isValid(body) ? answerTo({ path, body }) : 10_004;
        if (typeof answer === 'number')
          send(opened, { header: { code: answer, message: 'refused', sid: 'scripted', status: 2 } });
        else for (const frame of framesOf(answer)) send(opened, frame);
      });
    });
  });
}

/** The documented structure of a request. */
function isValid(body: Buffer): boolean {
  const { header, parameter, payload } = JSON.parse(body.toString()) as {
    header?: { app_id?: string };
    parameter?: { chat?: { domain?: string; temperature?: number; top_k?: number } };
    payload?: { message?: { text?: { role: string; content: unknown }[] } };
  };
  const { domain, temperature = 0.5, top_k: topK = 4 } = parameter?.chat ?? {};
  const messages = payload?.message?.text ?? [];
  return (
    header?.app_id !== undefined &&
    domain !== undefined &&
    temperature > 0 &&
    temperature <= 1 &&
    topK >= 1 &&
    topK <= 6 &&
    messages.length > 0 &&
    messages.every(
      ({ role, content }) => ['system', 'user', 'assistant'].includes(role) && typeof content === 'string',
    )
  );
}

function framesOf({ text, reasoning, tools, usage }: ScriptedAnswer): object[] {
  const parts: object[] = [
    ...reasoning.map((thought) => ({ reasoning_content: thought, content: '' })),
    ...text.map((content) => ({ content })),
    ...tools.map(({ name, arguments: pieces }) => ({
      content: '',
      function_call: { name, arguments: pieces.join('') },
    })),
  ];
  return parts.map((part, index) => {
    const isLast = index === parts.length - 1;
    const status = isLast ? 2 : Math.min(index, 1);
    return {
      header: { code: 0, message: 'Success', sid: 'scripted', status },
      payload: {
        choices: { status, seq: index, text: [{ role: 'assistant', index: 0, ...part }] },
        ...(isLast && usage && { usage: { text: usageOf(usage) } }),
      },
    };
  });
}

function usageOf({
  input,
  cacheRead = 0,
  output,
  reasoning = 0,
}: NonNullable<ScriptedAnswer['usage']>): object {
  const [prompt_tokens, completion_tokens] = [input + cacheRead, output + reasoning];
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}

function send(socket: WebSocket, frame: object): void {
  socket.send(JSON.stringify(frame));
}
