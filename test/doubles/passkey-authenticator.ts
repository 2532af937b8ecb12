import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** Options as the gateway sends them, with base64url in place of bytes. */
export interface CeremonyOptions {
  readonly challenge: string;
  readonly rpId?: string;
  readonly rp?: { readonly id: string };
  readonly user?: { readonly id: string };
}

/** What a test makes wrong about a ceremony. */
export interface Faults {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  /** Without it the authenticator says that it has verified its user. */
  readonly unverified?: true;
  readonly counter?: number;
  readonly userHandle?: string;
}

/** Flags of https://www.w3.org/TR/webauthn-3/#sctn-authenticator-data */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

/** An authenticator in software, as https://www.w3.org/TR/webauthn-3/ describes one, with one passkey (ES256). */
export class PasskeyAuthenticator {
  readonly credentialId = randomBytes(32).toString('base64url');
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private userHandle = '';
  private counter = 0;

  /** @param origin of the page */
  constructor(private readonly origin: string) {}

  /** As `navigator.credentials.create()`. */
  create(options: CeremonyOptions, faults: Faults = {}) {
    this.userHandle = options.user?.id ?? '';
    const id = Buffer.from(this.credentialId, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const data = Buffer.concat([
      this.authenticatorData(faults.rpId ?? options.rp?.id ?? '', faults, ATTESTED),
      Buffer.alloc(16),
      length,
      id,
      coseKey(this.keys.publicKey),
    ]);
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from([0xa0]),
      cborText('authData'),
      cborBytes(data),
    ]);
    return {
      ...this.credential(),
      response: {
        clientDataJSON: this.clientData('webauthn.create', options, faults),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal', 'hybrid'],
      },
    };
  }

  /** As `navigator.credentials.get()`. Every use counts. */
  get(options: CeremonyOptions, faults: Faults = {}) {
    this.counter = faults.counter ?? this.counter + 1;
    const data = this.authenticatorData(faults.rpId ?? options.rpId ?? '', faults);
    const clientData = this.clientData('webauthn.get', options, faults);
    const digest = createHash('sha256').update(Buffer.from(clientData, 'base64url')).digest();
    return {
      ...this.credential(),
      response: {
        clientDataJSON: clientData,
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, digest]), this.keys.privateKey).toString('base64url'),
        userHandle: faults.userHandle ?? this.userHandle,
      },
    };
  }

  private credential() {
    return {
      id: this.credentialId,
      rawId: this.credentialId,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
    };
  }

  private clientData(type: string, { challenge }: CeremonyOptions, faults: Faults): string {
    const data = {
      type: faults.type ?? type,
      challenge: faults.challenge ?? challenge,
      origin: faults.origin ?? this.origin,
      crossOrigin: false,
    };
    return Buffer.from(JSON.stringify(data)).toString('base64url');
  }

  private authenticatorData(rpId: string, { unverified }: Faults, more = 0): Buffer {
    const rest = Buffer.alloc(5);
    rest[0] = PRESENT | (unverified ? 0 : VERIFIED) | more;
    rest.writeUInt32BE(this.counter, 1);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), rest]);
  }
}

/** A key as RFC 9053 section 7.1 writes it. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return Buffer.concat([
    // 1 (type): 2 (EC2), 3 (algorithm): -7 (ES256), -1 (curve): 1 (P-256), -2: x, -3: y
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, 'base64url')),
  ]);
}

/** RFC 8949, section 3.1, in the shortest form: texts below 24 bytes, and byte strings from 24 to 65,535 bytes. */
function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}

function cborBytes(bytes: Buffer): Buffer {
  const { length } = bytes;
  const head = length < 256 ? [0x58, length] : [0x59, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), bytes]);
}
