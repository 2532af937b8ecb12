import type { FormBytes, FormPart } from './form.js';

/**
 * Duration of an audio file in seconds; undefined if its format does not reveal it, which does not make the request invalid.
 * Reads only the parts of the file that are needed.
 */
export async function audioLength(bytes: FormBytes, part: FormPart): Promise<number | undefined> {
  // Loaded with the first audio file.
  const [{ parseFromTokenizer }, { AudioTokenizer }] = await Promise.all([
    import('music-metadata'),
    import('./audio-tokenizer.js'),
  ]);
  try {
    const { format } = await parseFromTokenizer(new AudioTokenizer(bytes, part), {
      duration: true,
      skipCovers: true,
    });
    return format.duration !== undefined && Number.isFinite(format.duration) && format.duration > 0
      ? format.duration
      : undefined;
  } catch {
    // The provider may support formats that this library does not.
    return undefined;
  }
}
