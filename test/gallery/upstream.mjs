import { once } from 'node:events';
import http from 'node:http';

/** A provider on loopback that answers every chat with a sentence, and fails now and then. */
export async function startUpstream() {
  let asked = 0;
  const server = http.createServer((request, response) => {
    answer(request, response).catch((problem) => response.destroy(problem));
  });
  async function answer(request, response) {
    const parts = [];
    for await (const part of request) parts.push(part);
    asked += 1;
    response.setHeader('content-type', 'application/json');
    if (asked % 9 === 0) {
      response.statusCode = 503;
      response.end('{"error":{"message":"overloaded","type":"server_error"}}');
      return;
    }
    const { model } = JSON.parse(Buffer.concat(parts).toString() || '{}');
    const usage = { prompt_tokens: 900 + asked * 37, completion_tokens: 120 + asked * 11 };
    response.end(
      JSON.stringify({
        id: `chatcmpl-${asked}`,
        object: 'chat.completion',
        model,
        choices: [{ index: 0, message: { role: 'assistant', content: 'Hello!' }, finish_reason: 'stop' }],
        usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens },
      }),
    );
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
