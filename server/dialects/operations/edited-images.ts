import { record, text } from '../json/lenient.js';
import type { Form, FormPart } from './form.js';

/** `image`, `image[]`, and the numbered form of PHP and of some clients, `image[0]`. */
const NAME = /^image(?:\[\d*\])?$/;

/** The images to edit in a form, in the order of its parts. */
export function imageParts({ parts }: Pick<Form, 'parts'>): FormPart[] {
  return parts.filter(({ name }) => NAME.test(name));
}

/**
 * The images to edit in a JSON body: OpenAI's list `images`, else `image` as an address, an object or a list of these, which
 * compatible providers take.
 */
export function imageValues({ images, image }: Readonly<Record<string, unknown>>): readonly unknown[] {
  if (Array.isArray(images)) return images as unknown[];
  if (Array.isArray(image)) return image as unknown[];
  return image === undefined || image === null || image === '' ? [] : [image];
}

/** The address in one of these, or its bytes as a `data:` URL; '' if there is none. */
export function imageAddress(image: unknown): string {
  const { image_url: address, url } = record(image);
  return text(image) || text(address) || text(record(address).url) || text(url);
}
