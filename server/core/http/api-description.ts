import { applyDecorators } from '@nestjs/common';

type Swagger = typeof import('@nestjs/swagger');

const postponed: ((swagger: Swagger) => void)[] = [];

/**
 * Postpones decorators of a route for the API description until it is requested: the package, and the schemas that they make,
 * would take a tenth of the start.
 */
export const describedBy =
  (decorators: (swagger: Swagger) => MethodDecorator[]): MethodDecorator =>
  (target, name, descriptor) =>
    void postponed.push((swagger) => applyDecorators(...decorators(swagger))(target, name, descriptor));

/** The package, after the postponed decorators have been applied. */
export async function loadDescriptions(): Promise<Swagger> {
  const swagger = await import('@nestjs/swagger');
  for (const apply of postponed.splice(0)) apply(swagger);
  return swagger;
}
