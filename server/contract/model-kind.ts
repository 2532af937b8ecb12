import { makersName } from './model-name.js';

/** What a model is for. */
export type ModelKind =
  'chat' | 'embeddings' | 'rerank' | 'image' | 'video' | 'music' | 'speech' | 'transcription' | 'moderation';

/** By parts of names; the first match wins. */
const KINDS: readonly (readonly [kind: ModelKind, names: RegExp])[] = [
  ['rerank', /rerank/],
  ['embeddings', /embed|(?:^|[-_])(?:bge|gte|e5|m3e|bce|stella|gtr)[-_]|text2vec|^tao-8k/],
  ['image', /dall-e|gpt-image|imagen|flux|cogview|wanx|-t2i|seedream|-image|^image-/],
  ['speech', /tts/],
  ['transcription', /whisper|transcribe/],
  ['moderation', /moderation/],
  ['video', /^(?:sora|veo|kling|vidu|hailuo|cogvideo|seedance|wan\d)|-[ti]2v|-video/],
  ['music', /^suno/],
];

/** What a model is for, as far as its name tells; most are for conversations. */
export function modelKind(model: string): ModelKind {
  const name = makersName(model);
  return KINDS.find(([, names]) => names.test(name))?.[0] ?? 'chat';
}
