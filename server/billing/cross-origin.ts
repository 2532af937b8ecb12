import type { FastifyReply } from 'fastify';

const ANY_ORIGIN = { 'Access-Control-Allow-Origin': '*' } as const;
const PREFLIGHT = {
  ...ANY_ORIGIN,
  'Access-Control-Allow-Methods': 'GET,POST,PUT,DELETE,OPTIONS',
  // A star does not cover this one.
  'Access-Control-Allow-Headers': 'Authorization, *',
  'Access-Control-Max-Age': '43200',
} as const;

/** Pages of other sites may read what a token key opens: no cookie is looked at there, and none is allowed. */
export function openToPages(reply: FastifyReply): FastifyReply {
  return reply.headers(ANY_ORIGIN);
}

/** What a browser asks before it sends the key. */
export async function answerPreflight(reply: FastifyReply): Promise<void> {
  await reply.code(204).headers(PREFLIGHT).send();
}
