import type { Texts } from '../../../../text/texts';

export const channelUpstream: Texts['channelUpstream'] = {
  title: 'Paths and headers',
  lead: 'With paths, the address ends before them, and operations without a path are not used. Without any, the address is the complete URL of every request. Paths may contain {model}.',
  auth: 'How the key is sent',
  auths: {
    bearer: 'Authorization: Bearer',
    'api-key': 'api-key',
    'x-api-key': 'x-api-key',
    header: 'A custom header',
    none: 'Not at all (only in the headers below)',
  },
  authHeader: 'Name of the header',
  headers: 'More headers',
  headersHint: 'One per line, as “Name: value”. {key} in a value is replaced by the key.',
  paths: 'Paths',
  path: {
    chat: 'Chat',
    completions: 'Completions (legacy)',
    responses: 'Responses',
    messages: 'Claude messages',
    embeddings: 'Embeddings',
    moderations: 'Moderations',
    rerank: 'Rerank',
    images: 'Image generation',
    images_edit: 'Image edits',
    speech: 'Speech',
    transcription: 'Transcription',
    translation: 'Translation',
    models: 'List of models',
  },
  bad: 'Not valid, or not allowed',
};

export const unsavedTest: Texts['unsavedTest'] = {
  title: 'Test before saving',
  run: 'Test this form',
  hint: 'Sends one small request as the form describes it. Nothing is saved or logged; it may cost a little.',
  works: 'It works, in {{time}} s',
  failed: 'The test failed',
  status: 'Status code {{status}}',
  noStatus: 'No response',
};
