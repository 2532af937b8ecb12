import { aliSpeech, aliTranscription, SPEECH_FILE, speechFile } from './ali-audio-dialect.js';
import { arkImages } from './ark-dialect.js';
import { minimaxEmbeddings } from './minimax-dialect.js';
import { mistralModerations, mistralSpeech } from './mistral-dialect.js';
import type { Dialect } from './scripted-answer.js';
import { xaiEdits, xaiGenerations } from './xai-dialect.js';

/** APIs that share a path with another API and have a format of their own, by the names of their models. */
const dialects: readonly (readonly [path: string, model: RegExp, Dialect])[] = [
  ['/v1/images/generations', /^grok-imagine/, xaiGenerations],
  ['/v1/images/edits', /^grok-imagine/, xaiEdits],
  ['/api/v3/images/generations', /^doubao-seed(?:ream|edit)/, arkImages],
  ['/v1/audio/speech', /^voxtral/, mistralSpeech],
  ['/v1/moderations', /^mistral/, mistralModerations],
  ['/v1/embeddings', /^embo-/, minimaxEmbeddings],
  ['/api/v1/services/aigc/multimodal-generation/generation', /^qwen3?-tts/, aliSpeech],
  ['/compatible-mode/v1/chat/completions', /^qwen3-asr/, aliTranscription],
  [SPEECH_FILE, /^/, speechFile],
];

/** The dialect of a path for this model; undefined for all others. */
export function modelDialect(path: string, model: string | undefined): Dialect | undefined {
  return dialects.find(([own, names]) => own === path && names.test(model ?? ''))?.[2];
}
