import { createHmac } from 'node:crypto';

/** What is signed. */
interface Signed {
  /** The same in every attempt. */
  readonly id: string;
  readonly secret: string;
  /** Exactly these bytes are signed. */
  readonly body: string;
}

/** The signature that receivers verify: lower-case hex of the body's HMAC-SHA-256. */
export function webhookSignature(secret: string, body: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

/**
 * Headers of Standard Webhooks (https://www.standardwebhooks.com), whose signature covers id and time too, so that a receiver
 * can refuse what was recorded and sent again. The UTF-8 bytes of the secret are the key.
 */
export function timedSignature({ id, secret, body }: Signed, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
