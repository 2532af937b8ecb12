/** Client protocols: their requests, and how to read their responses. */
export type ClientName = 'chat' | 'messages' | 'responses' | 'google';

/** The request path. */
export function pathOf(client: ClientName, model: string, stream = true): string {
  if (client === 'chat') return '/v1/chat/completions';
  if (client === 'google')
    return `/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`;
  return `/v1/${client}`;
}

/** The body of a request for a short answer. */
export function bodyOf(client: ClientName, model: string, stream = true): object {
  const messages = [{ role: 'user', content: 'hello' }];
  if (client === 'google') return { contents: [{ role: 'user', parts: [{ text: 'hello' }] }] };
  if (client === 'responses') return { model, stream, input: 'hello' };
  return { model, stream, max_tokens: 500, messages };
}

interface Sent {
  type?: string;
  delta?: string | { text?: string };
  choices?: { delta?: { content?: string }; message?: { content?: string } }[];
  content?: { text?: string }[];
  output?: { content?: { text?: string }[] }[];
  candidates?: { content?: { parts?: { text?: string }[] } }[];
}

/** All text of a response in any protocol, streamed or not. */
export function textOf(answer: string): string {
  const bodies = answer.startsWith('{')
    ? [answer]
    : Array.from(answer.matchAll(/^data: (\{.*\})\r?$/gm), ([, json]) => json!);
  return bodies.map((body) => sentText(JSON.parse(body) as Sent)).join('');
}

function sentText({ type, delta, choices, content, output, candidates }: Sent): string {
  if (choices) return choices.map((one) => one.delta?.content ?? one.message?.content ?? '').join('');
  if (candidates)
    return candidates.flatMap((one) => (one.content?.parts ?? []).map(({ text = '' }) => text)).join('');
  if (type === 'response.output_text.delta' && typeof delta === 'string') return delta;
  if (type === 'content_block_delta' && typeof delta === 'object') return delta.text ?? '';
  const parts = output ? output.flatMap((item) => item.content ?? []) : (content ?? []);
  return parts.map(({ text = '' }) => text).join('');
}

/** True if the stream contains its protocol's end marker. */
export function isEnded(client: ClientName, stream: string): boolean {
  const end = {
    chat: 'data: [DONE]',
    messages: '"message_stop"',
    responses: 'event: response.completed',
    google: '"finishReason":"STOP"',
  };
  return stream.includes(end[client]);
}
