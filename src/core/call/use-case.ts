import type { Caller } from "../../domain/people/principal.ts";
import type { CallOptions } from "../../ports/earshot/call.ts";
import type { Context } from "./context.ts";

/** What a caller gives a use case that has a key against doing it twice, or can be broken off. */
export interface Given<I> {
  readonly input: I;
  readonly options?: CallOptions | undefined;
}

type OfInput = (ctx: Context, caller: Caller, input: never) => unknown;
type OfGiven = (ctx: Context, caller: Caller, given: Given<never>) => unknown;

type InputAlone<T> = {
  readonly [N in keyof T]: T[N] extends (ctx: Context, caller: Caller, ...input: infer I) => infer R
    ? (...input: I) => R
    : never;
};
type WithOptions<T> = {
  readonly [N in keyof T]: T[N] extends (
    ctx: Context,
    caller: Caller,
    given: Given<infer I>,
  ) => infer R
    ? (input: I, options?: CallOptions) => R
    : never;
};

/** Binds use cases that take their input alone to one caller. */
export function bindInputAlone<T extends Readonly<Record<string, OfInput>>>(
  useCases: T,
  ctx: Context,
  caller: Caller,
): InputAlone<T> {
  const bound = Object.entries(useCases).map(([name, useCase]) => [
    name,
    (input: never) => useCase(ctx, caller, input),
  ]);
  return Object.fromEntries(bound);
}

/** Binds use cases that take the options of a call beside its input to one caller. */
export function bindWithOptions<T extends Readonly<Record<string, OfGiven>>>(
  useCases: T,
  ctx: Context,
  caller: Caller,
): WithOptions<T> {
  const bound = Object.entries(useCases).map(([name, useCase]) => [
    name,
    (input: never, options?: CallOptions) => useCase(ctx, caller, { input, options }),
  ]);
  return Object.fromEntries(bound);
}
