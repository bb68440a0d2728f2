import { type AnyElysia, Elysia } from "elysia";
import type { RequestContext } from "#kernel/request-context";
import type { Scope } from "#kernel/scopes";
import { type Access, admit } from "./access.ts";
import { readJson, refuseTooLarge } from "./body.ts";
import { type Exchange, exchangeOf } from "./exchange.ts";
import { takeTicket } from "./idempotency.ts";
import { refuseBadUrl } from "./query.ts";

/** Key of an operation's {@link Access} in its OpenAPI detail; the document generator turns it into `security`. */
export const ACCESS = "x-access";

/** The operations of one module, as a plugin of the router. */
export type Routes = AnyElysia;

const declared = (access: Access) => ({ detail: { [ACCESS]: access } as object });

function pass(request: Request, route: string, params: Readonly<Record<string, string>> | undefined): Exchange {
	const exchange = exchangeOf(request);
	if (exchange.admitted) return exchange;
	exchange.route = route;
	if (params) exchange.params = params;
	admit(exchange);
	// A page lets pass whatever others hang on its links: trackers, translators.
	if (!exchange.gate?.file) refuseBadUrl(request.url, exchange.gate?.takesQuery === true);
	return exchange;
}

/**
 * What every route file uses. It gives handlers `call` (who asks, for what request) and routes the macros that say who may call them:
 * `requires: "<scope>"` (or `"session"`), `system: true`, `ownUser: true`, `whileClosed: true`, `open: "<why>"`, `file: true`.
 *
 * Elysia runs: parse (only with a body) → transform → validation → handler. Access is therefore decided in parse when there is a body
 * to read and in transform otherwise: never after validation, which would show a stranger our schema.
 */
export const api = new Elysia({ name: "http.api" })
	.macro({
		requires: (requires: Scope | "session") => declared({ requires }),
		system: (system: true) => declared({ system }),
		ownUser: (ownUser: true) => declared({ ownUser }),
		whileClosed: (whileClosed: true) => declared({ whileClosed }),
		open: (open: string) => declared({ open }),
		file: (file: true) => declared({ file }),
	})
	// Elysia reads these functions' source to learn what a request needs: they name what they use and never pass the context on.
	.onParse({ as: "global" }, async ({ request, route, params }) => {
		refuseTooLarge(request);
		const exchange = pass(request, route, params as Readonly<Record<string, string>> | undefined);
		const body = await readJson(request);
		exchange.idempotency = takeTicket(exchange, body, (params ?? {}) as Readonly<Record<string, string>>);
		return body;
	})
	.onTransform({ as: "global" }, ({ request, route, params }) => {
		pass(request, route, params as Readonly<Record<string, string>> | undefined);
	})
	.derive({ as: "global" }, ({ request }): { context: RequestContext } => ({ context: exchangeOf(request) }));
