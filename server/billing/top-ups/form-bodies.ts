import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `@routeConfig`: this route reads forms. All others refuse them: any page could make a browser send one. */
    takesForm?: boolean;
  }
}

/** A payment notice has about ten short fields, bytes. */
const MAX_FORM = 16_384;

/** Teaches the server to read forms, where a route asks for it. */
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

/** Fields by name; of one that comes twice all values, so that nobody mistakes it for a text. */
function readForm(body: string): Record<string, string | string[]> {
  const fields = new URLSearchParams(body);
  return Object.fromEntries(
    [...new Set(fields.keys())].map((name) => {
      const values = fields.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}
