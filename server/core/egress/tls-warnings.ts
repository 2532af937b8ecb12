import { causeOf, findMessage, CERTIFICATE_CODES, HANDSHAKE_CODES, textOf } from '../connections/message.js';
import type { FailureMessage } from '../connections/message.js';

/** Messages about the TLS of outbound calls. */
export const outboundMessages = {
  certificateName: {
    problem: 'the certificate is for other names ({code})',
    cause: 'The address has a name, or is an IP address, that the certificate does not contain',
    remedy: 'use a name that is in the certificate',
    codes: ['ERR_TLS_CERT_ALTNAME_INVALID', 'UND_ERR_PRX_TLS'],
  },
  certificateDate: {
    problem: 'the certificate has expired ({code})',
    cause: 'The certificate is out of date, or the clock of this machine is wrong',
    remedy: 'renew the certificate, or correct the clock',
    codes: ['CERT_HAS_EXPIRED'],
  },
  certificate: {
    problem: 'the certificate is signed by an unknown CA ({code})',
    cause:
      'A CA of your own, a self-signed certificate, a missing intermediate one, or a proxy that opens TLS',
    remedy: 'name the CA with NODE_EXTRA_CA_CERTS',
    codes: CERTIFICATE_CODES,
  },
  handshake: {
    problem: 'TLS cannot be agreed on ({code})',
    cause: 'https to a port without TLS, or a TLS version that one side does not support',
    remedy: 'correct scheme and port of the address',
    text: HANDSHAKE_CODES,
  },
} as const satisfies Record<string, FailureMessage>;

/** Milliseconds between two lines about the same origin. */
const EVERY_MS = 600_000;
/** Origins that are remembered; users may choose addresses. */
const MAX_ORIGINS = 1000;

/** Reports why TLS to an origin fails, once in ten minutes each: clients and the usage log only learn that the call failed. */
export class TlsWarnings {
  private readonly reported = new Map<string, number>();

  /** @param warn gets one line without secrets */
  constructor(private readonly warn: (line: string) => void) {}

  /** @param url of the call; only its origin gets into the line */
  report(url: string, error: Error): void {
    const { code } = causeOf(error);
    const message = findMessage(outboundMessages, { code, text: code });
    if (!message || !URL.canParse(url)) return;
    const { protocol, host } = new URL(url);
    const origin = `${protocol}//${host}`;
    const now = performance.now();
    if (now < (this.reported.get(origin) ?? 0)) return;
    if (this.reported.size >= MAX_ORIGINS) this.reported.clear();
    this.reported.set(origin, now + EVERY_MS);
    this.warn(`${origin}: ${textOf(message, { code })}`);
  }
}
