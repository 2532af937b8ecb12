import { curlCommand } from './request-code';

/** Shown where the reader puts a key. */
const KEY = 'sk-YOUR_KEY';

/** A request that draws an image, as a curl command. @param address of the gateway, without a trailing slash */
export function drawingSample(address: string): string {
  return curl(`${address}/mj/submit/imagine`, { prompt: 'a mountain cabin in the morning mist' });
}

/** A request that makes a song. */
export function musicSample(address: string): string {
  return curl(`${address}/suno/submit/music`, {
    gpt_description_prompt: 'a calm folk song about the sea',
    mv: 'chirp-v4',
  });
}

/** A request that makes a video. @param model of videos that the user may call */
export function videoSample(address: string, model: string): string {
  return curl(`${address}/v1/videos`, { model, prompt: 'waves on a rocky shore', seconds: '8' });
}

function curl(url: string, body: object): string {
  return curlCommand(url, KEY, body);
}
