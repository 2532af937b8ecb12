import type { EgressClient } from '../../../core/egress/egress-client.js';

const TIMEOUT_MS = 5000;
const MAX_BYTES = 1024 * 1024;

/** What the sources of clouds call with. */
export type CloudEgress = Pick<EgressClient, 'fetch'>;

export interface CloudCall {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Of the machine or its container, which is not reached through a proxy. */
  readonly isMetadata?: boolean;
  readonly signal: AbortSignal;
}

export interface CloudResponse {
  readonly status: number;
  readonly headers: Awaited<ReturnType<EgressClient['fetch']>>['headers'];
  readonly text: string;
  /** Undefined if it is not JSON. */
  readonly body: unknown;
}

/** The cloud refuses the credentials, or their access. The message has none of them. */
export class CloudDenied extends Error {}

/**
 * Calls a service whose address the operator of the process chose, or that of the cloud: it may be private.
 * @throws Error if the service does not answer
 */
export async function callCloud(
  egress: CloudEgress,
  { url, method = 'GET', headers = {}, body, isMetadata = false, signal }: CloudCall,
): Promise<CloudResponse> {
  const answer = await egress.fetch(url, {
    method,
    headers: { accept: 'application/json', ...headers },
    ...(body !== undefined && { body }),
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    signal,
    chosenBy: 'environment',
    isDirect: isMetadata,
  });
  const text = answer.body.toString('utf8');
  return { status: answer.status, headers: answer.headers, text, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
