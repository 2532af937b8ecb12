import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An order as the site has it. */
export interface SiteOrder {
  readonly tradeNo: string;
  readonly money: string;
  readonly name: string;
  readonly type: string;
  readonly notifyUrl: string;
  readonly returnUrl: string;
}

/** How a notice may differ from an honest one. */
export interface Tampering {
  /** Replaced before signing: the site itself says something else. */
  readonly signed?: Readonly<Record<string, string>>;
  /** Replaced after signing: somebody on the way did. */
  readonly forged?: Readonly<Record<string, string>>;
  readonly method?: 'GET' | 'POST';
}

/**
 * A payment site that speaks the epay protocol: takes the form a browser posts to `/submit.php`, checks its signature, and
 * reports payments to the address in it. Written from the protocol, not with the code it tests.
 */
export class EpaySite {
  readonly orders = new Map<string, SiteOrder>();
  private count = 0;

  private constructor(
    private readonly server: Server,
    readonly pid: string,
    readonly key: string,
  ) {}

  static async open(pid: string, key: string): Promise<EpaySite> {
    const server = createServer();
    const site = new EpaySite(server, pid, key);
    server.on('request', (request, response) => void site.serve(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return site;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Reports a payment and returns what the merchant answered. */
  async report(
    order: SiteOrder,
    { signed = {}, forged = {}, method = 'GET' }: Tampering = {},
  ): Promise<string> {
    const fields = {
      pid: this.pid,
      trade_no: `20261121${String(++this.count).padStart(8, '0')}`,
      out_trade_no: order.tradeNo,
      type: order.type,
      name: order.name,
      money: order.money,
      trade_status: 'TRADE_SUCCESS',
      ...signed,
    };
    const sent = new URLSearchParams({
      ...fields,
      sign: sign(fields, this.key),
      sign_type: 'MD5',
      ...forged,
    });
    const response = await (method === 'GET'
      ? fetch(`${order.notifyUrl}?${sent.toString()}`)
      : fetch(order.notifyUrl, { method, body: sent }));
    return `${response.status} ${await response.text()}`;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const fields = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
    const honest =
      request.url === '/submit.php' && fields.pid === this.pid && fields.sign === sign(fields, this.key);
    if (!honest || this.orders.has(fields.out_trade_no ?? ''))
      return void response.writeHead(400).end('签名验证失败');
    this.orders.set(fields.out_trade_no!, {
      tradeNo: fields.out_trade_no!,
      money: fields.money!,
      name: fields.name!,
      type: fields.type!,
      notifyUrl: fields.notify_url!,
      returnUrl: fields.return_url!,
    });
    response.writeHead(200).end('付款');
  }
}

function sign(fields: Record<string, string>, key: string): string {
  const names = Object.keys(fields)
    .filter((name) => !['sign', 'sign_type'].includes(name) && fields[name] !== '')
    .sort();
  const text = names.map((name) => `${name}=${fields[name]}`).join('&');
  return createHash('md5').update(`${text}${key}`).digest('hex');
}
