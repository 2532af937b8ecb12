import { ApiError } from '../../../contract/errors/api-error.js';
import { imageTexts, isImage } from '../../task-apis/video-request.js';
import type { TaskRequest } from '../../task-apis/task.js';
import { mediaSource } from '../../canonical/media/media-source.js';
import { imageType, partImage, type InputImage } from '../images/input-images.js';

/** What a provider accepts. */
export interface ImageRules {
  /** Maximum number of images. */
  readonly max: number;
  /** Maximum size of an image in bytes. */
  readonly maxBytes: number;
  /** Only addresses are accepted. */
  readonly onlyUrls?: true;
}

/** Base64 without the beginning of a `data:` URL; no address is as long. */
const BARE_BASE64 = /^[A-Za-z0-9+/]{64,}={0,2}$/;

/**
 * The images of a request: those of a form, then those that members name.
 * @throws ApiError 400 for what the provider does not accept
 */
export function videoImages({ fields, form }: TaskRequest, rules: ImageRules): InputImage[] {
  const files = form?.parts.filter(({ name, fileName }) => fileName !== undefined && isImage(name)) ?? [];
  const images = [...files.map(partImage), ...imageTexts(fields).map(fromText)];
  if (images.length > rules.max)
    throw unsupported(
      rules.max === 0
        ? 'image: this model makes videos of text only'
        : `image: this model accepts at most ${rules.max} images`,
    );
  for (const image of images) {
    if ('url' in image) continue;
    if (rules.onlyUrls) throw unsupported('image: this model accepts only addresses of images');
    const { bytes } = image;
    const size = Buffer.isBuffer(bytes) ? bytes.length : bytes.to - bytes.from;
    if (size > rules.maxBytes)
      throw unsupported(
        `image: larger than ${Math.round((rules.maxBytes / 1024 / 1024) * 10) / 10} MB, which this model accepts`,
      );
  }
  return images;
}

function fromText(value: string): InputImage {
  if (/^https?:\/\//i.test(value)) return { url: value };
  if (value.startsWith('data:')) {
    const source = mediaSource(value);
    if (source.type === 'base64' && source.mediaType.startsWith('image/'))
      return { mediaType: source.mediaType, bytes: Buffer.from(source.data, 'base64') };
  } else if (BARE_BASE64.test(value)) {
    const bytes = Buffer.from(value, 'base64');
    const mediaType = imageType(bytes);
    if (mediaType !== undefined) return { mediaType, bytes };
  }
  throw new ApiError('invalid_image_request', {
    detail: 'image must be an address, or a PNG, JPEG, WebP or GIF as a data: URL or base64',
  });
}

export function unsupported(detail: string): ApiError {
  return new ApiError('unsupported_parameter', { detail });
}
