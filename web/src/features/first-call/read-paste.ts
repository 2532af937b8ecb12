export interface Pasted {
  key: string;
  /** '' if the text has none. */
  address: string;
}

const ADDRESS = /^https?:\/\/\S+$/i;

/** A key, an address, or both separated by white space, as they stand in a note. A JSON document is a key. */
export function readPaste(text: string): Pasted {
  const pasted = text.trim();
  if (pasted.startsWith('{')) return { key: pasted, address: '' };
  const words = pasted.split(/\s+/).filter((word) => word !== '');
  const address = words.find((word) => ADDRESS.test(word)) ?? '';
  // Several keys, one per line, stay as they are.
  if (address === '') return { key: pasted, address };
  return { key: words.filter((word) => word !== address).join('\n'), address };
}
