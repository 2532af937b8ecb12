import {
  request,
  type Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';

/** A response that has arrived whole. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed text of a JSON response, else an empty object. */
  readonly body: {
    readonly success?: unknown;
    readonly message?: unknown;
    readonly ignored?: readonly string[];
  };
}

/**
 * Sends one request. A test that sends thousands takes a tenth less CPU time than with supertest.
 * @param options with the agent, whose connections are used again
 */
export function answerTo(
  port: number,
  options: RequestOptions & { readonly agent: Agent },
  body?: string,
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, ...options });
    // A server that refuses a body closes the connection while it is being sent: what counts is its answer.
    sent.on('error', reject);
    sent.on('response', (response) => {
      readWhole(response).then(resolve, reject);
    });
    sent.end(body);
  });
}

async function readWhole(response: IncomingMessage): Promise<HttpAnswer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const isJson = response.headers['content-type']?.includes('json') === true && text !== '';
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text,
    body: isJson ? (JSON.parse(text) as HttpAnswer['body']) : {},
  };
}
