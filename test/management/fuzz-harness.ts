import { getDataSourceToken } from '@nestjs/typeorm';
import type { Redis } from 'ioredis';
import { Agent } from 'node:http';
import request from 'supertest';
import { auditLedger } from '../../server/billing/ledger/ledger-audit.js';
import { RouteTable } from '../../server/core/http/route-table.js';
import { REDIS } from '../../server/core/injection.js';
import { ApiDocument } from '../../server/openapi/api-document.js';
import type { JsonSchema } from '../../server/openapi/json-schema.js';
import { templateOf } from '../../server/openapi/operation.js';
import { Management } from '../setup/management.js';
import { AnswerCheck } from './answer-check.js';
import { People, type Person } from './people.js';
import { addressOf, type Row } from './routes.js';

/** Words of the machinery, which no client may read. */
const INSIDE = /\bat \/|node_modules|QueryFailed|syntax error|SELECT |INSERT |violates|zod|ECONN|undefined/i;
/** Then a route was not asked at all. */
const NOT_ASKED = [401, 404, 429];

/** A limit of their own would be used up after a few requests. */
const LIMITED: Readonly<Record<string, string>> = { '/api/user/setting/test': 'rateLimit:testNotice' };

export const nameOf = ({ method, path }: Pick<Row, 'method' | 'path'>) => `${method} ${path}`;

/** A gateway with something of everything in it, which is asked the oddest things. */
export class FuzzHarness {
  private readonly check: AnswerCheck;
  private readonly people: People;
  private readonly served: Set<string>;
  private tables: string[] = [];
  /** A new connection for each of thousands of requests would take longer than most of them. */
  private readonly connections = new Agent({ keepAlive: true });
  private seen = { writes: '', contents: '' };

  private constructor(readonly gateway: Management) {
    this.check = new AnswerCheck(gateway.app.get(ApiDocument).document);
    this.people = new People(gateway.app);
    this.served = new Set(
      gateway.app
        .get(RouteTable)
        .list()
        .map(({ method, path }) => `${method} ${templateOf(path)}`),
    );
  }

  static async start(): Promise<FuzzHarness> {
    process.env.CRITICAL_RATE_LIMIT = '0';
    const made = new FuzzHarness(await Management.start());
    delete process.env.CRITICAL_RATE_LIMIT;
    const found = await made.gateway.sql<{ relname: string; relispartition: boolean }>(
      `SELECT relname, relispartition FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
    );
    // A sign-in that is refused is recorded there; whatever else is, is recorded in `logs` too.
    const watched = found.filter(({ relname }) => relname !== 'audit_log');
    made.tables = watched.filter(({ relispartition }) => !relispartition).map(({ relname }) => relname);
    await made.countWrites(watched.map(({ relname }) => relname));
    return made;
  }

  /** Makes a sequence that every statement advances that writes to one of these tables, even if it is rolled back. */
  private async countWrites(tables: readonly string[]): Promise<void> {
    const { gateway } = this;
    await gateway.sql('CREATE SEQUENCE fuzz_writes');
    await gateway.sql(
      `CREATE FUNCTION fuzz_count() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN PERFORM nextval('fuzz_writes'); RETURN NULL; END $$`,
    );
    for (const table of tables)
      await gateway.sql(
        `CREATE TRIGGER fuzz_count AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "${table}"
         FOR EACH STATEMENT EXECUTE FUNCTION fuzz_count()`,
      );
  }

  /** By the router of controllers; the relay's own routes are asked elsewhere. */
  serves(row: Row): boolean {
    return this.served.has(nameOf(row));
  }

  /** Somebody new: a test that signs out, or changes the password, ends nobody else's session. */
  superAdministrator(): Promise<Person> {
    return this.people.make(100);
  }

  /** Every row of every table in one number each, read again after each statement that may have written. */
  async contents(): Promise<string> {
    const [counter] = await this.gateway.sql<{ writes: string }>(
      'SELECT last_value AS writes FROM fuzz_writes',
    );
    const { writes } = counter!;
    if (writes === this.seen.writes) return this.seen.contents;
    const sums = this.tables.map(
      (table) => `SELECT '${table}' AS name, count(*), sum(hashtextextended(t::text, 0)) FROM "${table}" t`,
    );
    this.seen = { writes, contents: JSON.stringify(await this.gateway.sql(sums.join(' UNION ALL '))) };
    return this.seen.contents;
  }

  async booksBalance(): Promise<boolean> {
    const { app } = this.gateway;
    const { balanced } = await auditLedger(app.get(getDataSourceToken()), app.get<Redis>(REDIS));
    return balanced;
  }

  /** What the document says a route's body is. */
  bodySchema({ method, path }: Row): JsonSchema {
    const { document } = this.gateway.app.get(ApiDocument);
    const described = document.paths[path]?.[method.toLowerCase()]?.requestBody;
    const schema = described?.content['application/json']?.schema;
    return typeof schema === 'object' ? schema : {};
  }

  /** The names of a route's query parameters. */
  queryNames({ method, path }: Row): string[] {
    const { document } = this.gateway.app.get(ApiDocument);
    const parameters = document.paths[path]?.[method.toLowerCase()]?.parameters ?? [];
    return parameters.filter((one) => one.in !== 'header').map(({ name }) => name);
  }

  async ask(
    row: Row,
    person: Person,
    { address = addressOf(row), body, type = 'application/json', strict = false }: Asked = {},
  ): Promise<request.Response> {
    const limit = LIMITED[row.path];
    if (limit !== undefined) await this.gateway.app.get<Redis>(REDIS).del(`${limit}:${person.id}`);
    const verb = row.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
    const sent = request(this.gateway.app.getHttpServer())
      [verb](address)
      .agent(this.connections)
      .set({ cookie: person.cookie, 'new-api-user': String(person.id), ...(strict && { 'x-strict': '1' }) });
    return body === undefined ? sent : sent.set('content-type', type).send(body);
  }

  /** Did the server answer as it should, whatever it was asked? Says whether it refused. */
  judge(row: Row, answer: request.Response): boolean {
    const summary = `${answer.status} ${answer.text?.slice(0, 500)}`;
    if (answer.status >= 500) throw new Error(summary);
    if (NOT_ASKED.includes(answer.status) && row.level !== 'key') throw new Error(summary);
    const { success, message }: { success?: unknown; message?: unknown } = answer.body;
    if (typeof success !== 'boolean') return answer.text === 'fail';
    if (typeof message !== 'string' || (INSIDE.test(message) && !message.includes('不支持的字段')))
      throw new Error(summary);
    if (!success && message === '') throw new Error(summary);
    if (answer.status === 200 && row.level !== 'key') {
      const problems = this.check.problems(row.method, row.path, answer.body);
      if (problems.length > 0) throw new Error(problems.join('; '));
    }
    return !success;
  }
}

interface Asked {
  readonly address?: string;
  /** As it goes over the wire. */
  readonly body?: string | undefined;
  readonly type?: string;
  /** Members that no schema mentions are to be refused. */
  readonly strict?: boolean;
}
