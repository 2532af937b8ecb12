/** Names of models that are not chat models. */
const NOT_CHAT =
  /embed|tts|whisper|transcri|dall-e|image|imagen|flux|diffusion|midjourney|^mj[-_]|suno|moderation|rerank|realtime|audio|speech|voice|video|sora|veo-|kling|luma|runway|davinci|babbage|curie|text-ada|instruct-?\d*$|bge-|m3e|search-|similarity|ocr|cogview|wanx|asr|edit|^eleven_|^scribe_|^nova-[23]|^aura-|^universal-|^deepl-/i;

/** Whether the name is not that of a model of other media or operations. */
export function looksLikeChat(model: string): boolean {
  return !NOT_CHAT.test(model);
}
