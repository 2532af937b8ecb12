import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { UpstreamError } from '../../canonical/failure.js';
import { isRecord, text } from '../../json/lenient.js';

/** Key of a service account (https://cloud.google.com/iam/docs/keys-create-delete), as far as it is used here. */
export interface ServiceAccount {
  readonly projectId: string;
  readonly clientEmail: string;
  /** Id of the private key; '' if the document has none. */
  readonly privateKeyId: string;
  /** PEM. */
  readonly privateKey: string;
  readonly tokenUri: string;
  /** Differs between documents; contains no secret. */
  readonly identity: string;
}

/** A channel's key: a service account, or an API key (express mode). */
export type Credentials = ServiceAccount | { readonly apiKey: string };

const TOKEN_URI = 'https://oauth2.googleapis.com/token';
/** Ids of projects may begin with a domain: `example.com:project`. */
const PROJECT = /^[a-z0-9][a-z0-9.:_-]*$/i;

const API_KEY = /^[\w.-]+$/;

/** Keys of channels change rarely, and every request needs the project. */
const cache = new LRUCache<string, Credentials>({ max: 1000 });

/** The credentials in a channel's key. @throws UpstreamError if it is a document that is not a service account's key */
export function credentialsOf(key: string): Credentials {
  const cached = cache.get(key);
  if (cached) return cached;
  const trimmed = key.trim();
  const credentials = trimmed.startsWith('{') ? serviceAccount(trimmed) : { apiKey: trimmed };
  cache.set(key, credentials);
  return credentials;
}

/** Whether a channel's key is a service account's document, or has the form of an API key. */
export function isUsableKey(key: string): boolean {
  try {
    const credentials = credentialsOf(key);
    return !('apiKey' in credentials) || API_KEY.test(credentials.apiKey);
  } catch (problem) {
    if (problem instanceof UpstreamError) return false;
    throw problem;
  }
}

function serviceAccount(document: string): ServiceAccount {
  let fields: unknown;
  try {
    fields = JSON.parse(document);
  } catch {
    throw unusableKey('the key is not valid JSON');
  }
  if (!isRecord(fields) || (text(fields.type) || 'service_account') !== 'service_account')
    throw unusableKey("the key is not the JSON document of a service account's key");
  const projectId = text(fields.project_id);
  const clientEmail = text(fields.client_email);
  const privateKey = repaired(text(fields.private_key));
  if (!PROJECT.test(projectId)) throw unusableKey('the key has no valid project_id');
  if (clientEmail === '' || privateKey === '')
    throw unusableKey('the key has no client_email or private_key');
  return {
    projectId,
    clientEmail,
    privateKeyId: text(fields.private_key_id),
    privateKey,
    tokenUri: text(fields.token_uri) || TOKEN_URI,
    identity: createHash('sha256').update(document).digest('base64'),
  };
}

/** Documents that were copied through forms and environment variables often have their line breaks escaped twice. */
function repaired(pem: string): string {
  return pem.replaceAll('\r', '').replaceAll(String.raw`\n`, '\n');
}

/** The channel's key cannot be used. The message must not quote it. */
export function unusableKey(message: string): UpstreamError {
  return new UpstreamError({
    status: 401,
    message,
    text: 'upstream_key_invalid',
    kind: 'authentication_error',
    code: 'invalid_credentials',
    retryable: true,
    disables: true,
  });
}
