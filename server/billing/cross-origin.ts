import type { FastifyReply } from 'fastify';

const ANY_ORIGIN = { 'Access-Control-Allow-Origin': '*' } as const;
const PREFLIGHT = {
  ...ANY_ORIGIN,
  'Access-Control-Allow-Methods': 'GET,POST,PUT,DELETE,OPTIONS',
  // The wildcard does not cover `Authorization`, so it is listed by name.
  'Access-Control-Allow-Headers': 'Authorization, *',
  'Access-Control-Max-Age': '43200',
} as const;

/** Allows pages of any origin to read responses authenticated by a token key. Cookies are neither read nor allowed there. */
export function openToPages(reply: FastifyReply): FastifyReply {
  return reply.headers(ANY_ORIGIN);
}

/** Responds to the CORS preflight request. */
export async function answerPreflight(reply: FastifyReply): Promise<void> {
  await reply.code(204).headers(PREFLIGHT).send();
}
