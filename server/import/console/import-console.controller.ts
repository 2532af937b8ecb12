import { Body, Controller, Delete, Get, Param, Post, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { ApiError } from '../../contract/errors/api-error.js';
import {
  importedBalancesQuery,
  importedBalancesResponse,
  importRunDetailResponse,
  importRunParams,
  importsResponse,
  importUploadParams,
  importUploadQuery,
  importUploadResponse,
  startImportRequest,
  startImportResponse,
  type ImportedBalancesQuery,
  type ImportedBalancesResponse,
  type ImportRunDetailResponse,
  type ImportsResponse,
  type ImportUploadQuery,
  type ImportUploadResponse,
  type StartImportRequest,
  type StartImportResponse,
} from '../../contract/resources/import.js';
import { Account, type SignedIn } from '../../core/http/access/account.js';
import { Requires } from '../../core/http/access/requires.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { routeConfig } from '../../core/http/route-config.js';
import { ImportRuns } from './import-runs.service.js';
import { ImportUploads } from './import-uploads.service.js';

/** Imports by the console. The super administrator's alone: an import brings accounts of every role. */
@Controller('api/import')
export class ImportConsoleController {
  constructor(
    private readonly runs: ImportRuns,
    private readonly uploads: ImportUploads,
  ) {}

  @Get()
  @Requires('root')
  @ApiResponse(importsResponse)
  list(): Promise<ImportsResponse> {
    return this.runs.list();
  }

  /** Begins a run, which goes on when the connection ends. */
  @Post()
  @Requires('root', { confirmed: true })
  @ApiResponse(startImportResponse)
  start(
    @Account() actor: SignedIn,
    @Body({ schema: startImportRequest }) body: StartImportRequest,
  ): Promise<StartImportResponse> {
    return this.runs.start(actor, body);
  }

  /** The body is the file. */
  @Post('upload')
  @Requires('root', { confirmed: true })
  @routeConfig({ streamsBody: true })
  @ApiResponse(importUploadResponse)
  upload(
    @Account() actor: SignedIn,
    @Req() request: FastifyRequest,
    @Query({ schema: importUploadQuery }) { name }: ImportUploadQuery,
  ): Promise<ImportUploadResponse> {
    if (!(request.body instanceof Readable)) throw new ApiError('import_file_unknown');
    return this.uploads.receive(actor, request.body, name ?? '');
  }

  @Delete('upload/:id')
  @Requires('root')
  @ApiResponse(z.null())
  async removeUpload(
    @Account() actor: SignedIn,
    @Param({ schema: importUploadParams }) { id }: { id: string },
  ): Promise<null> {
    await this.uploads.remove(actor, id);
    return null;
  }

  @Get(':id')
  @Requires('root')
  @ApiResponse(importRunDetailResponse)
  read(@Param({ schema: importRunParams }) { id }: { id: number }): Promise<ImportRunDetailResponse> {
    return this.runs.read(id);
  }

  /** Balances of imported accounts there, here and in the ledger. */
  @Get(':id/balances')
  @Requires('root')
  @ApiResponse(importedBalancesResponse)
  balances(
    @Param({ schema: importRunParams }) { id }: { id: number },
    @Query({ schema: importedBalancesQuery }) query: ImportedBalancesQuery,
  ): Promise<ImportedBalancesResponse> {
    return this.runs.balances(id, query);
  }

  /** Ends a run. Another one continues what it has not done. */
  @Post(':id/cancel')
  @Requires('root')
  @ApiResponse(z.null())
  async cancel(
    @Account() actor: SignedIn,
    @Param({ schema: importRunParams }) { id }: { id: number },
  ): Promise<null> {
    await this.runs.cancel(actor, id);
    return null;
  }
}
