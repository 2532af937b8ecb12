import { Controller, Get, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Role } from '../contract/enums.js';
import { Account, type SignedIn } from '../core/http/access/account.js';
import { ApiRawResponse } from '../core/http/api-response.js';
import { CONTENT_SECURITY_POLICY } from '../core/http/console-files.js';
import { Requires } from '../core/http/access/requires.js';
import { ApiError } from '../contract/errors/api-error.js';
import { ApiDocument } from './api-document.js';
import { viewerFile, viewerPage } from './viewer.js';

/** Cached by the browser only; the viewer changes with releases only. */
const FILE_CACHING = 'private, max-age=3600';

/** Serves the OpenAPI document, and a viewer for administrators. */
@Controller('api')
export class OpenApiController {
  constructor(private readonly document: ApiDocument) {}

  @Get('openapi.json')
  @Requires('public')
  @ApiRawResponse('application/json', z.looseObject({ openapi: z.string() }))
  async openapi(@Res() reply: FastifyReply): Promise<void> {
    const { text } = await this.document.read();
    void reply.header('Content-Type', 'application/json; charset=utf-8').send(text);
  }

  /** Opened from the address bar, which sends no `New-Api-User`, so the session alone is required. */
  @Get('docs')
  @Requires('session')
  @ApiRawResponse('text/html')
  page(@Account() account: SignedIn, @Res() reply: FastifyReply): void {
    assertAdministrator(account);
    void reply
      .header('Content-Security-Policy', CONTENT_SECURITY_POLICY)
      .header('Referrer-Policy', 'strict-origin-when-cross-origin')
      .header('Content-Type', 'text/html; charset=utf-8')
      .send(viewerPage(account.id));
  }

  @Get('docs/:file')
  @Requires('session')
  @ApiRawResponse('*/*')
  file(@Account() account: SignedIn, @Param('file') name: string, @Res() reply: FastifyReply): void {
    assertAdministrator(account);
    const file = viewerFile(name);
    if (file === undefined) throw new ApiError('invalid_parameters');
    void reply
      .header('Content-Type', file.contentType)
      .header('Cache-Control', FILE_CACHING)
      .send(file.bytes);
  }
}

function assertAdministrator(account: SignedIn): void {
  if (account.role < Role.admin) throw new ApiError('role_too_low');
}
