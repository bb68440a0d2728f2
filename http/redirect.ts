/**
 * Returns a redirect whose location is in the headers already: Elysia would give `status(302, undefined)` the body "Found". The
 * cast works around the type of handlers, which may return
 * a value or a `Response`, but not either.
 * @param status 302, or 303 where the browser is to send a GET after a form
 */
export const redirectResponse = (status: 302 | 303 = 302): never => new Response(null, { status }) as never;
