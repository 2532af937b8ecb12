import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * `@routeConfig`: this route accepts form bodies. All others reject them, since any website can make a browser
     * submit a form.
     */
    takesForm?: boolean;
  }
}

/** Maximum size of a form, bytes. A payment notice has about ten short fields. */
const MAX_FORM = 16_384;

/** Adds a form body parser for the routes that accept forms. */
@Injectable()
export class FormBodies implements OnModuleInit {
  constructor(private readonly host: HttpAdapterHost) {}

  onModuleInit(): void {
    const fastify: FastifyInstance = this.host.httpAdapter.getInstance();
    const type = 'application/x-www-form-urlencoded';
    fastify.addContentTypeParser(type, { parseAs: 'string', bodyLimit: MAX_FORM }, (request, body, done) => {
      if (request.routeOptions.config.takesForm === true) done(null, readForm(body.toString()));
      else done(Object.assign(new Error('this route reads no forms'), { statusCode: 415 }));
    });
  }
}

/** Fields by name. Repeated fields become arrays, so that validation rejects them. */
function readForm(body: string): Record<string, string | string[]> {
  const fields = new URLSearchParams(body);
  return Object.fromEntries(
    [...new Set(fields.keys())].map((name) => {
      const values = fields.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}
