/** A vector as OpenAI's clients decode it with `encoding_format: base64`: little-endian 32-bit floats. */
export function base64Floats(values: readonly number[]): string {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeFloatLE(value, index * 4));
  return bytes.toString('base64');
}
