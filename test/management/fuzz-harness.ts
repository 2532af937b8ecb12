import { getDataSourceToken } from '@nestjs/typeorm';
import type { Redis } from 'ioredis';
import { Agent } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { auditLedger } from '../../server/billing/ledger/ledger-audit.js';
import { RouteTable } from '../../server/core/http/route-table.js';
import { REDIS } from '../../server/core/injection.js';
import { ApiDocument, type OpenApi } from '../../server/openapi/api-document.js';
import type { JsonSchema } from '../../server/openapi/json-schema.js';
import { templateOf } from '../../server/openapi/operation.js';
import { answerTo, type HttpAnswer } from '../setup/http-answer.js';
import { Management } from '../setup/management.js';
import { AnswerCheck } from './answer-check.js';
import { People, type Person } from './people.js';
import { addressOf, type Row } from './routes.js';

/** Texts of the implementation, which no response may contain. */
const INTERNALS =
  /\bat \/|node_modules|QueryFailed|syntax error|SELECT |INSERT |violates|zod|ECONN|undefined/i;
/** Statuses of requests that do not reach the route. */
const UNSERVED = [401, 404, 429];

/**
 * Routes that have a rate limit of their own, with the first part of its Redis key; the second is the user's id. The key is
 * deleted before each request: otherwise only the first few would be answered by the route.
 */
const LIMITED: Readonly<Record<string, string>> = { '/api/user/setting/test': 'rateLimit:testNotice' };

export const nameOf = ({ method, path }: Pick<Row, 'method' | 'path'>) => `${method} ${path}`;

/** A gateway for requests with random content: sends them, and checks responses and the database. */
export class FuzzHarness {
  private readonly check: AnswerCheck;
  private readonly people: People;
  private readonly served: Set<string>;
  /** Those that exist after the start: a table or partition that is created later is neither read nor counted. */
  private tables: string[] = [];
  /** A new connection for each of thousands of requests would take longer than most of them. */
  private readonly connections = new Agent({ keepAlive: true });
  private seen = { writes: '', contents: '' };

  /** Of the counter, which is read after each request. */
  private readonly counter = new pg.Client(process.env.DATABASE_URL);
  private readonly port: number;

  private constructor(
    readonly gateway: Management,
    private readonly document: OpenApi,
  ) {
    this.check = new AnswerCheck(document);
    this.people = new People(gateway.app);
    this.port = (gateway.app.getHttpServer().address() as AddressInfo).port;
    this.served = new Set(
      gateway.app
        .get(RouteTable)
        .list()
        .map(({ method, path }) => `${method} ${templateOf(path)}`),
    );
  }

  static async start(): Promise<FuzzHarness> {
    process.env.CRITICAL_RATE_LIMIT = '0';
    const gateway = await Management.start();
    const { document } = await gateway.app.get(ApiDocument).read();
    const made = new FuzzHarness(gateway, document);
    delete process.env.CRITICAL_RATE_LIMIT;
    const found = await made.gateway.sql<{ relname: string; relispartition: boolean }>(
      `SELECT relname, relispartition FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
    );
    // A sign-in that is refused is recorded there; whatever else is, is recorded in `logs` too. Seals are written by workers.
    const watched = found.filter(
      ({ relname }) => relname !== 'audit_log' && !relname.startsWith('audit_seal'),
    );
    made.tables = watched.filter(({ relispartition }) => !relispartition).map(({ relname }) => relname);
    await made.countWrites(watched.map(({ relname }) => relname));
    await made.counter.connect();
    return made;
  }

  async close(): Promise<void> {
    this.connections.destroy();
    await this.counter.end();
    await this.gateway.close();
  }

  /**
   * Makes a sequence that every statement advances that writes to one of these tables, even if it is rolled back. A row
   * that is written through a partitioned table fires the trigger of that table, and not those of its partitions.
   */
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

  /** Whether a controller serves the route; those of the relay are tested elsewhere. */
  serves(row: Row): boolean {
    return this.served.has(nameOf(row));
  }

  /** A new account, so that a test that signs out or changes the password does not end the sessions of others. */
  superAdministrator(): Promise<Person> {
    return this.people.make(100);
  }

  /** The tables whose rows and writes are watched. */
  get watched(): readonly string[] {
    return this.tables;
  }

  /** The number of statements that have written, or may have, since the start. */
  async writes(): Promise<string> {
    // Before the first nextval, last_value is 1, as it is after it.
    const { rows } = await this.counter.query<{ writes: string }>({
      name: 'writes',
      text: 'SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS writes FROM fuzz_writes',
    });
    return rows[0]!.writes;
  }

  /** Every row of every table in one number each, read again after each statement that may have written. */
  async contents(): Promise<string> {
    const writes = await this.writes();
    if (writes === this.seen.writes) return this.seen.contents;
    // Read after the counter: a transaction that is counted is either open now, or committed and in the contents.
    const open = await this.hasOpenWrites();
    const sums = this.tables.map(
      (table) => `SELECT '${table}' AS name, count(*), sum(hashtextextended(t::text, 0)) FROM "${table}" t`,
    );
    const contents = JSON.stringify(await this.gateway.sql(sums.join(' UNION ALL ')));
    // What an open transaction wrote is counted already, and becomes visible when it commits, which is not counted.
    this.seen = open ? { writes: '', contents: '' } : { writes, contents };
    return contents;
  }

  /** Whether another connection to this database has a transaction open that has written. */
  private async hasOpenWrites(): Promise<boolean> {
    const open = await this.gateway.sql(
      `SELECT 1 FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_xid IS NOT NULL`,
    );
    return open.length > 0;
  }

  async ledgerBalances(): Promise<boolean> {
    const { app } = this.gateway;
    const { balanced } = await auditLedger(app.get(getDataSourceToken()), app.get<Redis>(REDIS));
    return balanced;
  }

  /** The schema of a route's body in the API document. */
  bodySchema({ method, path }: Row): JsonSchema {
    const described = this.document.paths[path]?.[method.toLowerCase()]?.requestBody;
    const schema = described?.content['application/json']?.schema;
    return typeof schema === 'object' ? schema : {};
  }

  /** The names of a route's query parameters. */
  queryNames({ method, path }: Row): string[] {
    const parameters = this.document.paths[path]?.[method.toLowerCase()]?.parameters ?? [];
    return parameters.filter((one) => one.in !== 'header').map(({ name }) => name);
  }

  async send(
    row: Row,
    person: Person,
    { address = addressOf(row), body, type = 'application/json', strict = false }: RequestOptions = {},
  ): Promise<HttpAnswer> {
    const limit = LIMITED[row.path];
    if (limit !== undefined) await this.gateway.app.get<Redis>(REDIS).del(`${limit}:${person.id}`);
    const headers = {
      cookie: person.cookie,
      'new-api-user': String(person.id),
      ...(strict && { 'x-strict': '1' }),
      ...(body !== undefined && { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
    };
    return answerTo(this.port, { method: row.method, path: address, headers, agent: this.connections }, body);
  }

  /**
   * Checks a response to a request with any content.
   * @returns whether the request was refused
   * @throws Error for a server error, a response that differs from its schema, or a message that is unfit for clients
   */
  judge(row: Row, answer: HttpAnswer): boolean {
    const summary = `${answer.status} ${answer.text?.slice(0, 500)}`;
    if (answer.status >= 500) throw new Error(summary);
    if (UNSERVED.includes(answer.status) && row.level !== 'key') throw new Error(summary);
    const { success, message } = answer.body;
    if (typeof success !== 'boolean') return answer.text === 'fail';
    if (typeof message !== 'string' || (INTERNALS.test(message) && !message.includes('不支持的字段')))
      throw new Error(summary);
    if (!success && message === '') throw new Error(summary);
    if (answer.status === 200 && row.level !== 'key') {
      const problems = this.check.problems(row.method, row.path, answer.body);
      if (problems.length > 0) throw new Error(problems.join('; '));
    }
    return !success;
  }
}

interface RequestOptions {
  readonly address?: string;
  /** The bytes that are sent. */
  readonly body?: string | undefined;
  readonly type?: string;
  /** Requests that members without a schema are refused. */
  readonly strict?: boolean;
}
