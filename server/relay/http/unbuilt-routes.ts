import type { HTTPMethods } from 'fastify';

/** Fastify registers HEAD together with GET. */
export const EVERY: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** An API that clients know and the gateway does not implement. */
export interface UnbuiltRoute {
  /** Name of the API as its documentation calls it; part of the error message. */
  readonly feature: string;
  readonly method: HTTPMethods[];
  readonly path: string;
}

/** The path and everything below it. */
const below = (feature: string, ...roots: string[]): UnbuiltRoute[] =>
  roots.flatMap((root) => [root, `${root}/*`].map((path) => ({ feature, method: EVERY, path })));

const only = (feature: string, method: HTTPMethods, path: string): UnbuiltRoute => ({
  feature,
  method: [method],
  path,
});

/**
 * Routes of https://platform.openai.com/docs/api-reference, https://platform.claude.com/docs/en/api and
 * https://ai.google.dev/api without an implementation. Paths of two providers stand in one row; the error has the format of
 * the one whose client calls.
 */
export const UNBUILT: readonly UnbuiltRoute[] = [
  ...below('Files', '/v1/files', '/v1beta/files', '/upload/v1beta/files', '/download/v1beta/files'),
  ...below('Uploads', '/v1/uploads'),
  ...below('Batches', '/v1/batches', '/v1beta/batches'),
  ...below('Message Batches', '/v1/messages/batches'),
  ...below('Vector stores', '/v1/vector_stores'),
  ...below('Fine-tuning', '/v1/fine-tunes', '/v1/fine_tuning'),
  only('Deleting models', 'DELETE', '/v1/models/*'),
  ...below('Conversations', '/v1/conversations'),
  only('Listing responses', 'GET', '/v1/responses'),
  ...below('Containers', '/v1/containers'),
  ...below('Skills', '/v1/skills'),
  ...below('Evals', '/v1/evals'),
  ...below('Assistants', '/v1/assistants', '/v1/threads'),
  ...below('ChatKit', '/v1/chatkit'),
  ...below('Organization administration', '/v1/organization', '/v1/organizations', '/v1/projects'),
  ...['client_secrets', 'sessions', 'transcription_sessions'].map((name) =>
    only('Realtime client secrets', 'POST', `/v1/realtime/${name}`),
  ),
  ...below('Realtime calls', '/v1/realtime/calls'),
  only('Live sessions', 'GET', '/v1/live/sessions'),
  only('Live sessions', 'POST', '/v1/live/sessions'),
  only('Image variations', 'POST', '/v1/images/variations'),
  only('Edits', 'POST', '/v1/edits'),
  ...below('Engines', '/v1/engines'),
  ...below('Video characters', '/v1/videos/characters'),
  ...below('Video edits', '/v1/videos/edits'),
  ...below('Video extensions', '/v1/videos/extensions'),
  only('Text Completions', 'POST', '/v1/complete'),
  ...below(
    'Managed Agents',
    ...['agents', 'sessions', 'environments', 'deployments', 'deployment_runs', 'dreams'].map(
      (name) => `/v1/${name}`,
    ),
  ),
  ...below('Memory stores', '/v1/memory_stores'),
  ...below('Vaults', '/v1/vaults'),
  ...below('Tunnels', '/v1/tunnels'),
  ...below('User profiles', '/v1/user_profiles'),
  ...below('Context caching', '/v1beta/cachedContents'),
  ...below('Interactions', '/v1beta/interactions'),
  ...below('File Search stores', '/v1beta/fileSearchStores', '/upload/v1beta/fileSearchStores'),
  ...below('Semantic retrieval', '/v1beta/corpora'),
  ...below('Ephemeral tokens', '/v1beta/auth_tokens', '/v1alpha/auth_tokens'),
  ...below('Operations', '/v1beta/operations'),
  { feature: 'Kling videos of this kind', method: EVERY, path: '/kling/v1/videos/*' },
];
