// The bare proxy with ends of its own, an experiment: what node:http and undici cost in front of sockets that read and write
// HTTP/1.1 themselves. It understands what the benchmark sends and nothing else. Arguments: upstream port, `node` or `socket` for
// the server's side, `undici` or `socket` for the client's.
import http from 'node:http';
import net from 'node:net';
import { Pool } from 'undici';

const [, , upstreamPort, serverSide, clientSide] = process.argv;
const NOT_PASSED_ON = new Set(['connection', 'keep-alive', 'transfer-encoding', 'host', 'expect']);
const HEAD_END = Buffer.from('\r\n\r\n');
const LAST_CHUNK = '0\r\n\r\n';

/** Reads a head; `undefined` until it is whole. */
function readHead(bytes) {
  const end = bytes.indexOf(HEAD_END);
  if (end < 0) return undefined;
  const lines = bytes.latin1Slice(0, end).split('\r\n');
  const headers = {};
  for (let index = 1; index < lines.length; index++) {
    const line = lines[index];
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  return { first: lines[0], headers, length: end + 4 };
}

function headText(first, headers) {
  let text = `${first}\r\n`;
  for (const name in headers) text += `${name}: ${headers[name]}\r\n`;
  return `${text}\r\n`;
}

// Server sides: `serve({ method, path, headers, body }, response)`.

function nodeServer(serve) {
  return http.createServer({ noDelay: true }, (request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const body = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
      serve(
        { method: request.method, path: request.url, headers: request.headers, body },
        {
          head: (status, headers) => response.writeHead(status, headers),
          write: (chunk) => response.write(chunk),
          end: () => response.end(),
        },
      );
    });
  });
}

class SocketResponse {
  constructor(socket) {
    this.socket = socket;
    this.pending = '';
    this.isChunked = false;
  }

  head(_status, headers) {
    this.isChunked = headers['content-length'] === undefined;
    if (this.isChunked) headers['transfer-encoding'] = 'chunked';
    headers.date = date();
    this.pending = headText('HTTP/1.1 200 OK', headers);
  }

  write(chunk) {
    const size = this.isChunked ? `${chunk.length.toString(16)}\r\n` : '';
    const framed = Buffer.allocUnsafe(
      this.pending.length + size.length + chunk.length + (this.isChunked ? 2 : 0),
    );
    framed.latin1Write(this.pending + size, 0);
    framed.set(chunk, this.pending.length + size.length);
    if (this.isChunked) framed.latin1Write('\r\n', framed.length - 2);
    this.pending = '';
    return this.send(framed);
  }

  /** What is written in one turn leaves in one system call, as with node:http. */
  send(bytes) {
    const { socket } = this;
    if (socket.writableCorked === 0) {
      socket.cork();
      process.nextTick(() => socket.uncork());
    }
    return socket.write(bytes);
  }

  end() {
    if (this.isChunked) this.send(LAST_CHUNK);
  }
}

let dateText = '';
function date() {
  if (dateText === '') {
    dateText = new Date().toUTCString();
    setTimeout(() => (dateText = ''), 1000 - (Date.now() % 1000)).unref();
  }
  return dateText;
}

function socketServer(serve) {
  return net.createServer({ noDelay: true }, (socket) => {
    let head;
    /** Of the body, or of a head that is not whole. */
    let chunks = [];
    let length = 0;
    socket.on('error', () => socket.destroy());
    socket.on('data', (data) => {
      chunks.push(data);
      length += data.length;
      if (!head) {
        const bytes = chunks.length === 1 ? data : Buffer.concat(chunks);
        head = readHead(bytes);
        if (!head) return;
        length = bytes.length - head.length;
        chunks = length > 0 ? [bytes.subarray(head.length)] : [];
      }
      if (length < Number(head.headers['content-length'])) return;
      const { first, headers } = head;
      const body = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
      head = undefined;
      chunks = [];
      length = 0;
      const [method, path] = first.split(' ');
      serve({ method, path, headers, body }, new SocketResponse(socket));
    });
  });
}

// Client sides: `call(request, response)`.

function undiciClient() {
  const pool = new Pool(`http://127.0.0.1:${upstreamPort}`, { connections: 1000, pipelining: 1 });
  class Copy {
    constructor(response) {
      this.response = response;
    }
    onRequestStart() {}
    onResponseStart(_controller, status, headers) {
      for (const name of NOT_PASSED_ON) delete headers[name];
      this.response.head(status, headers);
    }
    onResponseData(_controller, chunk) {
      this.response.write(chunk);
    }
    onResponseEnd() {
      this.response.end();
    }
    onResponseError(_controller, error) {
      console.error(error);
    }
  }
  return (request, response) => pool.dispatch(request, new Copy(response));
}

class Connection {
  constructor(idle) {
    this.idle = idle;
    this.socket = net.connect({ port: Number(upstreamPort), host: '127.0.0.1', noDelay: true });
    this.socket.on('data', (data) => this.read(data));
    this.socket.on('error', () => this.socket.destroy());
  }

  send({ method, path, headers, body }, response) {
    this.response = response;
    this.held = undefined;
    this.missing = -1;
    headers.host = `127.0.0.1:${upstreamPort}`;
    headers['content-length'] = body.length;
    const head = headText(`${method} ${path} HTTP/1.1`, headers);
    if (body.length > 16_384) {
      this.socket.cork();
      this.socket.write(head, 'latin1');
      this.socket.write(body);
      this.socket.uncork();
      return;
    }
    const bytes = Buffer.allocUnsafe(head.length + body.length);
    bytes.latin1Write(head, 0);
    bytes.set(body, head.length);
    this.socket.write(bytes);
  }

  read(data) {
    let bytes = this.held ? Buffer.concat([this.held, data]) : data;
    this.held = undefined;
    if (this.missing < 0) {
      const head = readHead(bytes);
      if (!head) {
        this.held = bytes;
        return;
      }
      for (const name of NOT_PASSED_ON) delete head.headers[name];
      this.isChunked = head.headers['content-length'] === undefined;
      this.missing = this.isChunked ? 0 : Number(head.headers['content-length']);
      this.response.head(200, head.headers);
      bytes = bytes.subarray(head.length);
    }
    if (this.isChunked) this.readChunks(bytes);
    else if (bytes.length > 0) {
      this.missing -= bytes.length;
      this.response.write(bytes);
      if (this.missing <= 0) this.end();
    }
  }

  readChunks(bytes) {
    let at = 0;
    while (at < bytes.length) {
      if (this.missing === 0) {
        const line = bytes.indexOf('\r\n', at);
        if (line < 0) break;
        const size = Number.parseInt(bytes.latin1Slice(at, line), 16);
        if (size === 0) {
          if (bytes.length < line + 4) break;
          return this.end();
        }
        if (bytes.length < line + 4 + size) break;
        this.response.write(bytes.subarray(line + 2, line + 2 + size));
        at = line + 4 + size;
      }
    }
    this.held = at < bytes.length ? bytes.subarray(at) : undefined;
  }

  end() {
    const { response } = this;
    this.idle.push(this);
    response.end();
  }
}

function socketClient() {
  const idle = [];
  return (request, response) => (idle.pop() ?? new Connection(idle)).send(request, response);
}

const call = clientSide === 'socket' ? socketClient() : undiciClient();
const server = (serverSide === 'socket' ? socketServer : nodeServer)((request, response) => {
  const headers = {};
  for (const name of Object.keys(request.headers))
    if (!NOT_PASSED_ON.has(name)) headers[name] = request.headers[name];
  call({ ...request, headers }, response);
});
process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
