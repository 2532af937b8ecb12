import { modelKind } from './model-kind.js';

test.each([
  ['chat', 'gpt-4o openai/gpt-5.4 claude-sonnet-4-5 gemini-2.5-pro qwen-max gpt-4o-audio-preview'],
  ['embeddings', 'text-embedding-3-large BAAI/bge-m3 tao-8k gte-large'],
  ['rerank', 'jina-reranker-v2 bge-reranker-v2-m3'],
  ['image', 'dall-e-3 gpt-image-1 gemini-2.5-flash-image flux-pro cogview-4'],
  ['video', 'sora-2 veo-3.0 kling-v2 wan2.5-t2v'],
  ['music', 'suno_music'],
  ['speech', 'tts-1-hd gpt-4o-mini-tts'],
  ['transcription', 'whisper-1 gpt-4o-transcribe'],
  ['moderation', 'omni-moderation-latest'],
] as const)('%s: %s', (kind, names) => {
  for (const name of names.split(' ')) expect([name, modelKind(name)]).toEqual([name, kind]);
});
