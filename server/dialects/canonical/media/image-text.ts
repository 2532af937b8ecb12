/** Tokens that models with images in their answers bill for one: https://ai.google.dev/gemini-api/docs/image-generation */
export const TOKENS_OF_IMAGE = 1290;

const BEGINNING = '![image](data:';

/** An image in a chat answer, for clients whose protocols have text only: Markdown, as its address or with its bytes. */
export function imageText(url: string): string {
  return `![image](${url})`;
}

/** Whether a text is an image with its bytes, which are not text that a model wrote. */
export function isImageText(text: string): boolean {
  return text.startsWith(BEGINNING);
}
