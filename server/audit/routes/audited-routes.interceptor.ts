import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { concatMap, type Observable } from 'rxjs';
import { clientAddress } from '../../core/http/proxies.js';
import { REQUIRES, type AccessRule } from '../../core/http/access/requires.js';
import { AuditLog } from '../audit-log.js';
import { UNAUDITED_ROUTES } from './unaudited-routes.js';

/** Names of body members that are kept. */
const MAX_MEMBERS = 40;

/**
 * Gives every management request that changes something a row of the audit log: those whose services wrote none get one with the
 * route, its parameters and the names of the members in the body, whose values may be secrets. So a new route is in the log before
 * anybody thinks of it.
 */
@Injectable()
export class AuditedRoutes implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly audit: AuditLog,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const rule = this.reflector.get<AccessRule | undefined>(REQUIRES, context.getHandler());
    const isWriting = request.method !== 'GET' || rule?.writes === true;
    const route = `${request.method} ${(request.routeOptions.url ?? '').replace(/(?<=.)\/$/, '')}`;
    if (!isWriting || Object.hasOwn(UNAUDITED_ROUTES, route)) return next.handle();
    this.audit.expectRow(request.id);
    return next.handle().pipe(
      concatMap(async (value: unknown) => {
        if (!this.audit.wroteRow(request.id)) await this.record(request, route);
        return value;
      }),
    );
  }

  private async record(request: FastifyRequest, route: string): Promise<void> {
    const { account, params, body } = request;
    const members = typeof body === 'object' && body !== null ? Object.keys(body) : [];
    await this.audit.note({
      action: 'request',
      actor: account ?? { id: 0, username: '' },
      details: { route, params, members: members.slice(0, MAX_MEMBERS) },
      origin: {
        address: clientAddress(request),
        userAgent: request.headers['user-agent'] ?? '',
        requestId: request.id,
      },
    });
  }
}
