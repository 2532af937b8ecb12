import type { OperationRequest } from '../../operations/operation.js';
import type { SentBody } from '../../operations/form-body.js';
import type { OperationCodec, Provider, Target, UpstreamCall } from '../provider.js';
import { inputImages, type InputImage } from './input-images.js';
import { factorEstimate, type PriceFactor } from './price-factor.js';

/**
 * The operations of a provider that makes and edits images by one kind of call.
 * @param call given no images: makes new ones
 * @param factor absent: all images cost the same
 */
export function imageOperations(
  call: (request: OperationRequest, target: Target, images: readonly InputImage[]) => UpstreamCall,
  answer: NonNullable<OperationCodec['answer']>,
  factor: PriceFactor = () => 1,
): NonNullable<Provider['operations']> {
  return {
    'image-generation': {
      json: true,
      request: (request, target) => call(request, target, []),
      estimate: (request, target) => factorEstimate(factor, request, target),
      answer,
    },
    'image-edit': {
      json: true,
      request: (request, target) => call(request, target, inputImages(request)),
      estimate: (request, target) => factorEstimate(factor, request, target),
      answer,
    },
  };
}

/** A POST of a JSON body, which may be streamed from disk. */
export function postJson(
  url: string,
  headers: Readonly<Record<string, string>>,
  { length, ...body }: SentBody,
): UpstreamCall {
  return {
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': 'application/json', 'content-length': String(length) },
    ...body,
  };
}
