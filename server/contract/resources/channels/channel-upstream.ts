import { z } from 'zod';

/** Operations for which a channel can set a path of its own. */
export const upstreamPath = z.enum([
  'chat',
  'completions',
  'responses',
  'messages',
  'embeddings',
  'moderations',
  'rerank',
  'images',
  'images_edit',
  'speech',
  'transcription',
  'translation',
  'models',
]);
export type UpstreamPath = z.infer<typeof upstreamPath>;

/** Their paths in the APIs of OpenAI and Anthropic; rerank has that of Jina. */
export const usualPaths: Readonly<Record<UpstreamPath, string>> = {
  chat: '/v1/chat/completions',
  completions: '/v1/completions',
  responses: '/v1/responses',
  messages: '/v1/messages',
  embeddings: '/v1/embeddings',
  moderations: '/v1/moderations',
  rerank: '/v1/rerank',
  images: '/v1/images/generations',
  images_edit: '/v1/images/edits',
  speech: '/v1/audio/speech',
  transcription: '/v1/audio/transcriptions',
  translation: '/v1/audio/translations',
  models: '/v1/models',
};

/** How the key is sent: as a bearer token, in the named header, in the header `auth_header`, or only where `headers` say. */
export const upstreamAuth = z.enum(['bearer', 'api-key', 'x-api-key', 'header', 'none']);
export type UpstreamAuth = z.infer<typeof upstreamAuth>;

const MAX_TEMPLATE_LENGTH = 1000;
const MAX_VALUE_LENGTH = 4096;
const MAX_HEADERS = 30;

/** Headers that belong to the connection (RFC 9110, 7.6.1) or describe the body, which the gateway sets itself. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding upgrade ' +
    'expect host content-length content-type content-encoding accept-encoding'
  ).split(' '),
);

const headerName = z
  .string()
  .max(100)
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/)
  .refine((name) => !RESERVED.has(name.toLowerCase()));

/** Member `upstream` of a channel's setting: how an upstream is called that differs from OpenAI's API in paths and headers. */
export const upstreamSetting = z
  .strictObject({
    /** Appended to the address of the channel; `{model}` is the upstream model. Operations without a path are not served. */
    paths: z
      .partialRecord(
        upstreamPath,
        z
          .string()
          .max(MAX_TEMPLATE_LENGTH)
          .regex(/^\/[^\s#]*$/),
      )
      .optional(),
    auth: upstreamAuth.optional(),
    auth_header: headerName.optional(),
    /** Sent with every call; `{key}` is the key of the channel. */
    headers: z
      .record(
        headerName,
        z
          .string()
          .max(MAX_VALUE_LENGTH)
          .regex(/^[\t\x20-\x7e]*$/),
      )
      .refine((headers) => Object.keys(headers).length <= MAX_HEADERS)
      .optional(),
  })
  .refine(({ auth, auth_header: name }) => auth !== 'header' || name !== undefined, {
    path: ['auth_header'],
  });
export type UpstreamSetting = z.infer<typeof upstreamSetting>;
