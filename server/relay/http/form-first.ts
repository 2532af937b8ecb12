import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../contract/errors/api-error.js';
import { refuse, type BeforeBody } from './before-body.js';
import { isForm, type Form } from '../../dialects/operations/form.js';
import type { Protocol } from '../../dialects/protocols/protocol.js';
import type { RelayServices } from '../relay-services.js';
import { hasLeft, receiveForm } from '../uploads/receive-form.js';

/**
 * Receives multipart forms while they arrive, instead of through Fastify's body parser, which buffers the whole body. The
 * upload is discarded when the response closes.
 * @param serve handles the request once the form is complete
 */
export function formFirst(
  services: RelayServices,
  protocol: Protocol,
  serve: (request: FastifyRequest, reply: FastifyReply, form: Form) => void,
): BeforeBody {
  return (request, reply, done) => {
    if (!isForm(request.headers['content-type'] ?? '')) return done();
    reply.hijack();
    const upload = services.uploads.begin();
    const report = (problem: unknown) => services.report(problem, request.id);
    reply.raw.once('close', () => void upload.discard().catch(report));
    receiveForm(request.raw, upload, services.bodyLimit)
      .then(
        (form) => {
          if (!reply.raw.destroyed) serve(request, reply, form);
        },
        (problem: unknown) => {
          // With the headers sent, the request was refused while its body arrived.
          if (hasLeft(request.raw) || reply.raw.destroyed || reply.raw.headersSent) return;
          if (problem instanceof ApiError && problem.code === 'form_not_kept') report(problem.cause);
          refuse(services, protocol, request, reply, problem);
        },
      )
      .catch((defect: unknown) => {
        report(defect);
        reply.raw.destroy();
      });
  };
}
