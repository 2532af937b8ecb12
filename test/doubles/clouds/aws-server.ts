import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { CloudServer } from './cloud-server.js';
import { signatureProblem, type SignatureProblem } from './aws-signature.js';

/** Credentials that the double knows. */
interface KnownKey {
  readonly secret: string;
  readonly sessionToken?: string;
  isExpired?: boolean;
}

const REGION = 'eu-central-1';
const TARGET = 'secretsmanager.GetSecretValue';
/** Members of GetSecretValue: https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_GetSecretValue.html */
const MEMBERS = new Set(['SecretId', 'VersionId', 'VersionStage']);

const PROBLEMS: Readonly<Record<SignatureProblem, readonly [code: string, message: string]>> = {
  missing: ['MissingAuthenticationTokenException', 'Missing Authentication Token'],
  'unknown key': ['UnrecognizedClientException', 'The security token included in the request is invalid.'],
  'wrong token': ['UnrecognizedClientException', 'The security token included in the request is invalid.'],
  'wrong scope': [
    'InvalidSignatureException',
    'Credential should be scoped to a valid region and correct service.',
  ],
  clock: ['InvalidSignatureException', 'Signature expired: is now earlier than the request time.'],
  mismatch: [
    'InvalidSignatureException',
    'The request signature we calculated does not match the signature you provided.',
  ],
};

/**
 * What AWS Secrets Manager, its token service, the endpoint of a container and the metadata server of a machine answer, as they are documented.
 * What a request has beyond or against the documentation is refused and noted as a violation.
 */
export class AwsServer extends CloudServer {
  readonly keys = new Map<string, KnownKey>([['AKIDGIVEN', { secret: 'a secret of AWS' }]]);
  /** Texts by the names of secrets; null: it is going to be deleted. */
  readonly secrets = new Map<string, string | null>();
  /** Answers as if the clock of the caller were wrong. */
  isClockWrong = false;
  readonly webIdentity = { role: 'arn:aws:iam::123456789012:role/gateway', token: 'the.token.of-the-pod' };
  readonly containerToken = 'Bearer of the container';
  private issued = 0;
  private readonly machineTokens = new Set<string>();

  /** Variables that lead to it and name no credentials. */
  get environment(): Record<string, string> {
    return {
      AWS_REGION: REGION,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: this.url,
      AWS_ENDPOINT_URL_STS: `${this.url}/sts`,
      AWS_EC2_METADATA_SERVICE_ENDPOINT: this.url,
      // No profiles of the machine that runs the tests.
      AWS_CONFIG_FILE: '/nowhere/config',
      AWS_SHARED_CREDENTIALS_FILE: '/nowhere/credentials',
    };
  }

  protected async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const body = await buffer(request);
    const answer = (status: number, content: unknown, type = 'application/x-amz-json-1.1') => {
      response.writeHead(status, { 'content-type': type });
      response.end(typeof content === 'string' ? content : JSON.stringify(content));
    };
    if (this.isAway) return answer(503, 'away', 'text/plain');
    if (method === 'POST' && url.startsWith('/sts')) return this.assumeRole(answer, body.toString());
    if (url.startsWith('/latest/')) return this.metadata(answer, method, url, headers);
    if (method === 'GET' && url === '/container') {
      this.calls.push('GET /container');
      if (headers.authorization !== this.containerToken) return answer(403, { code: 'AccessDenied' });
      return answer(200, this.session(), 'application/json');
    }
    this.calls.push('secretsmanager');
    this.read(answer, { method, path: url, headers, body });
  }

  private read(answer: Answer, request: Parameters<typeof signatureProblem>[0]): void {
    const { method, path, headers, body } = request;
    const refuse = (code: string, message: string) => answer(400, { __type: code, message });
    if (method !== 'POST' || path !== '/' || headers['content-type'] !== 'application/x-amz-json-1.1')
      return this.violation(answer, `${method} ${path} of the type ${headers['content-type']}`);
    if (headers['x-amz-target'] !== TARGET)
      return this.violation(answer, `the target ${String(headers['x-amz-target'])}`);
    const problem = signatureProblem(request, {
      service: 'secretsmanager',
      region: REGION,
      secretOf: (accessKey) => this.keys.get(accessKey),
      checksClock: true,
    });
    if (problem === 'missing' || problem === 'wrong scope' || problem === 'mismatch')
      this.violations.push(`the signature is refused: ${problem}`);
    if (problem !== undefined) return refuse(...PROBLEMS[problem]);
    if (this.isClockWrong) return refuse(...PROBLEMS.clock);
    const [, accessKey = ''] = /Credential=([^/]+)/.exec(headers.authorization ?? '') ?? [];
    if (this.keys.get(accessKey)?.isExpired)
      return refuse('ExpiredTokenException', 'The security token included in the request is expired');
    const asked = JSON.parse(body.toString()) as Record<string, unknown>;
    for (const member of Object.keys(asked))
      if (!MEMBERS.has(member)) return this.violation(answer, `the member ${member}`);
    const name = String(asked.SecretId);
    if (!name.startsWith(this.allowed))
      return refuse(
        'AccessDeniedException',
        `User: arn:aws:sts::123456789012:assumed-role/gateway/s is not authorized to perform: secretsmanager:GetSecretValue on resource: ${name} because no identity-based policy allows the secretsmanager:GetSecretValue action`,
      );
    const secret = this.secrets.get(name);
    if (secret === undefined)
      return refuse('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
    if (secret === null)
      return refuse(
        'InvalidRequestException',
        "You can't perform this operation on the secret because it was marked for deletion.",
      );
    answer(200, {
      ARN: `arn:aws:secretsmanager:${REGION}:123456789012:secret:${name}-AbCdEf`,
      CreatedDate: 1764547200,
      Name: name,
      SecretString: secret,
      VersionId: '5048a6cb-0000-4000-8000-000000000000',
      VersionStages: ['AWSCURRENT'],
    });
  }

  /** https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRoleWithWebIdentity.html */
  private assumeRole(answer: Answer, body: string): void {
    this.calls.push('sts');
    const form = new URLSearchParams(body);
    const fault = (status: number, code: string, message: string) =>
      answer(
        status,
        `<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error><RequestId>r</RequestId></ErrorResponse>`,
        'text/xml',
      );
    if (form.get('Action') !== 'AssumeRoleWithWebIdentity' || form.get('Version') !== '2011-06-15')
      return fault(400, 'InvalidAction', 'Could not find operation');
    if (!/^[\w+=,.@-]{2,64}$/.test(form.get('RoleSessionName') ?? ''))
      return fault(400, 'ValidationError', 'RoleSessionName');
    if (form.get('WebIdentityToken') !== this.webIdentity.token)
      return fault(
        400,
        'InvalidIdentityToken',
        'Couldn’t retrieve verification key from your identity provider',
      );
    if (form.get('RoleArn') !== this.webIdentity.role)
      return fault(403, 'AccessDenied', 'Not authorized to perform sts:AssumeRoleWithWebIdentity');
    const { AccessKeyId, SecretAccessKey, Token, Expiration } = this.session();
    answer(
      200,
      `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleWithWebIdentityResult><Credentials><AccessKeyId>${AccessKeyId}</AccessKeyId><SecretAccessKey>${SecretAccessKey}</SecretAccessKey><SessionToken>${Token}</SessionToken><Expiration>${Expiration}</Expiration></Credentials><AssumedRoleUser><Arn>${this.webIdentity.role}/s</Arn><AssumedRoleId>A:s</AssumedRoleId></AssumedRoleUser></AssumeRoleWithWebIdentityResult><ResponseMetadata><RequestId>r</RequestId></ResponseMetadata></AssumeRoleWithWebIdentityResponse>`,
      'text/xml',
    );
  }

  /** IMDSv2: https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/instance-metadata-security-credentials.html */
  private metadata(answer: Answer, method: string, url: string, headers: IncomingMessage['headers']): void {
    this.calls.push(`${method} ${url}`);
    const text = (status: number, content: string) => answer(status, content, 'text/plain');
    if (method === 'PUT' && url === '/latest/api/token') {
      if (!/^\d+$/.test(String(headers['x-aws-ec2-metadata-token-ttl-seconds'])))
        return text(400, 'Bad Request');
      const token = `metadata-${this.machineTokens.size}`;
      this.machineTokens.add(token);
      return text(200, token);
    }
    if (!this.machineTokens.has(String(headers['x-aws-ec2-metadata-token'])))
      return text(401, 'Unauthorized');
    const folder = '/latest/meta-data/iam/security-credentials/';
    if (method === 'GET' && url === folder) return text(200, 'gateway');
    if (method !== 'GET' || url !== `${folder}gateway`) return text(404, 'Not Found');
    answer(
      200,
      { Code: 'Success', LastUpdated: '2026-11-30T20:00:00Z', Type: 'AWS-HMAC', ...this.session() },
      'application/json',
    );
  }

  /** New temporary credentials. */
  private session() {
    const name = `ASIA${++this.issued}`;
    const key = { secret: `a secret of ${name}`, sessionToken: `the session of ${name}` };
    this.keys.set(name, key);
    return {
      AccessKeyId: name,
      SecretAccessKey: key.secret,
      Token: key.sessionToken,
      Expiration: new Date(Date.now() + 3600_000).toISOString(),
    };
  }

  private violation(answer: Answer, what: string): void {
    this.violations.push(what);
    answer(400, { __type: 'ValidationException', message: what });
  }
}

type Answer = (status: number, content: unknown, type?: string) => void;
