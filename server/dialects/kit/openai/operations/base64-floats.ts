import type { UnknownRecord } from '../../../json/lenient.js';

/** A vector as OpenAI's clients decode it with `encoding_format: base64`: little-endian 32-bit floats. */
export function base64Floats(values: readonly number[]): string {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeFloatLE(value, index * 4));
  return bytes.toString('base64');
}

/** An entry of a list of embeddings with its vector in base64. */
export function withBase64(entry: UnknownRecord): UnknownRecord {
  const { embedding } = entry;
  if (!Array.isArray(embedding)) return entry;
  return { ...entry, embedding: base64Floats(embedding.filter((value) => typeof value === 'number')) };
}
