import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import * as formats from 'ajv-formats';
import type { OpenApi } from '../../server/openapi/api-document.js';

const DOCUMENT = 'document';

/** Holds real answers against what the document says about them. */
export class AnswerCheck {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });
  private readonly known = new Map<string, ValidateFunction>();

  constructor(private readonly document: OpenApi) {
    formats.default.default(this.ajv);
    // Compiled once each, where they are first referred to, and not again for each route.
    this.ajv.addSchema({ $id: DOCUMENT, components: document.components });
  }

  /** What is wrong with an answer of status 200; empty when nothing is. */
  problems(method: string, path: string, body: unknown): string[] {
    const name = `${method} ${path}`;
    const validate = this.known.get(name) ?? this.compile(method, path);
    this.known.set(name, validate);
    if (validate(body)) return [];
    const messages = new Set(
      (validate.errors ?? []).map((one) => `${one.instancePath} ${one.message ?? ''}`),
    );
    return [`${name}: ${[...messages].join('; ')} in ${JSON.stringify(body).slice(0, 300)}`];
  }

  private compile(method: string, path: string): ValidateFunction {
    const answer = this.document.paths[path]?.[method.toLowerCase()]?.responses['200'];
    if (answer === undefined || !('content' in answer))
      throw new Error(`${method} ${path} is not in the document`);
    const content = answer.content as Record<string, { schema: object }>;
    const schema = content['application/json']?.schema;
    if (schema === undefined) return this.ajv.compile({});
    return this.ajv.compile(
      JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', `"${DOCUMENT}#/components/`)) as object,
    );
  }
}
