import { Injectable } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RequestMethod } from '@nestjs/common/enums/request-method.enum.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { z } from 'zod';
import { ANSWERS, type AnswerShape, type BareAnswer } from './api-response.js';
import { ASKS, type AskShape } from './api-request.js';
import { REQUIRES, type Access, type AccessRule, type Effects } from './requires.js';

/** A part of the request that a route reads through a schema. */
export interface RouteInput {
  readonly in: 'body' | 'query' | 'path';
  /** The one property that is read; undefined for the whole object. */
  readonly name: string | undefined;
  readonly schema: z.ZodType | undefined;
}

/** One management route, as its decorators describe it. */
export interface Route {
  /** GET, POST … */
  readonly method: string;
  /** With a leading slash and `:name` for parameters. */
  readonly path: string;
  /** Class and method, `Class.method`. */
  readonly handler: string;
  /** Undefined only if the route has no `@Requires`. */
  readonly access: Access | undefined;
  readonly effects: Effects;
  readonly inputs: readonly RouteInput[];
  readonly answer: AnswerShape | BareAnswer | undefined;
}

const PLACES: Readonly<Record<number, RouteInput['in']>> = {
  [RouteParamtypes.BODY]: 'body',
  [RouteParamtypes.QUERY]: 'query',
  [RouteParamtypes.PARAM]: 'path',
};

const argument = z.object({ data: z.unknown().optional(), schema: z.unknown().optional() });

/** Lists every controller route from its decorators. */
@Injectable()
export class RouteTable {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  list(): Route[] {
    return this.discovery.getControllers().flatMap(({ instance, metatype }) => {
      if (typeof metatype !== 'function') return [];
      const prototype: Record<string, unknown> = Object.getPrototypeOf(instance);
      return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
        const handler = prototype[name];
        if (typeof handler !== 'function' || !Reflect.hasMetadata(METHOD_METADATA, handler)) return [];
        return routesOf(metatype, name, handler);
      });
    });
  }
}

function routesOf(controller: Function, name: string, handler: Function): Route[] {
  const rule: AccessRule | undefined = Reflect.getMetadata(REQUIRES, handler);
  const { access, ...effects }: Partial<AccessRule> = rule ?? {};
  const shared = {
    method: RequestMethod[Number(Reflect.getMetadata(METHOD_METADATA, handler))] ?? 'GET',
    handler: `${controller.name}.${name}`,
    access,
    effects,
    inputs: inputsOf(controller, name, handler),
    answer: Reflect.getMetadata(ANSWERS, handler) as Route['answer'],
  };
  return pathsOf(controller).flatMap((prefix) =>
    pathsOf(handler).map((path) => ({ ...shared, path: joined(prefix, path) })),
  );
}

/** The inputs that a controller method declares by its decorators. */
export function inputsOf(controller: Function, name: string, handler: Function): RouteInput[] {
  const found: Record<string, unknown> = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {};
  const asked: AskShape = Reflect.getMetadata(ASKS, handler) ?? {};
  const read = Object.entries(found).flatMap(([key, value]): RouteInput[] => {
    const place = PLACES[Number(key.split(':', 1)[0])];
    if (place === undefined) return [];
    const { data, schema } = argument.parse(value);
    return [
      {
        in: place,
        name: typeof data === 'string' ? data : undefined,
        schema: schema instanceof z.ZodType ? schema : undefined,
      },
    ];
  });
  for (const place of ['query', 'body'] as const)
    if (asked[place] !== undefined) read.push({ in: place, name: undefined, schema: asked[place] });
  return read;
}

function pathsOf(target: Function): string[] {
  const path: unknown = Reflect.getMetadata(PATH_METADATA, target);
  return Array.isArray(path) ? path.map(String) : [typeof path === 'string' ? path : ''];
}

function joined(prefix: string, path: string): string {
  const parts = `${prefix}/${path}`.split('/').filter((part) => part !== '');
  return `/${parts.join('/')}`;
}
