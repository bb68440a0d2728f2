import { type AnyElysia, Elysia } from "elysia";
import type { RequestContext } from "#kernel/request-context";
import type { Scope } from "#kernel/scopes";
import { type Access, authorize, type Gate, type KEY_IGNORED, type SystemOnly } from "./access.ts";
import { MAX_BODY_BYTES, readJson, rejectTooLarge } from "./body.ts";
import type { BodyCheck } from "./checks.ts";
import { type TakenContent, takenMediaType } from "./content.ts";
import { type Exchange, exchangeOf } from "./exchange.ts";
import { keyedByContent, keyedByJson } from "./idempotency.ts";
import { rejectInvalidUrl } from "./query.ts";

/** Key of an operation's {@link Access} in its OpenAPI detail; the document generator turns it into `security`. */
export const ACCESS = "x-access";

/** The operations of one module, as a plugin of the router. */
export type Routes = AnyElysia;

const accessMacro = (access: Access) => ({ detail: { [ACCESS]: access } as object });

function gateOf(request: Request, route: string): Gate | undefined {
	const exchange = exchangeOf(request);
	exchange.route = route;
	return exchange.gate;
}

function authorizeOnce(
	request: Request,
	route: string,
	params: Readonly<Record<string, string>> | undefined,
): Exchange {
	const exchange = exchangeOf(request);
	if (exchange.isAuthorized) return exchange;
	exchange.route = route;
	if (params) exchange.params = params;
	authorize(exchange);
	// A page tolerates query parameters that others append to its links: trackers, translators.
	const { gate } = exchange;
	if (!gate?.file) rejectInvalidUrl(request.url, gate?.takesQuery === true, gate?.repeatable);
	return exchange;
}

/**
 * The base plugin of every route file. It gives handlers `context` (the caller and the request) and routes the macros
 * that declare access: `requires: "<scope>"` (or `"session"`), `system: true` (or `{ instead: … }`), `ownUser: true`, `participant: true`,
 * `narrowsGuests: true`, `hosts: true`, `whileClosed: true`, `whileOver: true`, `whileProvisional: true`, `open: "<why>"`, `file: true`, `isOpenAi: true`, `isOfrep: true`,
 * `readsOnly: true`, `ignoresKey: "<why>"`; `checks: …` for what is wrong with a body beyond its schema; and `takes: …` for a body that is not
 * JSON, which the handler reads from `request`.
 *
 * Elysia runs: parse (only with a body) → transform → validation → handler. Access is therefore checked in parse when
 * there is a body to read and in transform otherwise, never after validation, which would reveal our schema to
 * anonymous callers.
 */
export const api = new Elysia({ name: "http.api" })
	.macro({
		requires: (requires: Scope | "session") => accessMacro({ requires }),
		system: (system: true | SystemOnly) => accessMacro({ system }),
		ownUser: (ownUser: true) => accessMacro({ ownUser }),
		participant: (participant: true) => accessMacro({ participant }),
		narrowsGuests: (narrowsGuests: true) => accessMacro({ narrowsGuests }),
		hosts: (hosts: true) => accessMacro({ hosts }),
		whileClosed: (whileClosed: true) => accessMacro({ whileClosed }),
		whileOver: (whileOver: true) => accessMacro({ whileOver }),
		whileProvisional: (whileProvisional: true) => accessMacro({ whileProvisional }),
		open: (open: string) => accessMacro({ open }),
		file: (file: true) => accessMacro({ file }),
		isOpenAi: (isOpenAi: true) => accessMacro({ isOpenAi }),
		isOfrep: (isOfrep: true) => accessMacro({ isOfrep }),
		readsOnly: (readsOnly: true) => accessMacro({ readsOnly }),
		ignoresKey: (ignoresKey: keyof typeof KEY_IGNORED) => accessMacro({ ignoresKey }),
		checks: (checks: BodyCheck) => accessMacro({ checks }),
		// Frozen, or the framework would merge it with itself: arrays of its examples would be twice as long for each application.
		takes: (takes: TakenContent) => accessMacro({ takes: Object.freeze(takes) }),
	})
	// Elysia parses the source of these functions to determine what a request needs: they destructure what they use and
	// never pass the context on.
	.onParse({ as: "global" }, async ({ request, route, params }) => {
		const { takes } = gateOf(request, route) ?? {};
		rejectTooLarge(request, takes === undefined ? MAX_BODY_BYTES : (takes.maxBytes ?? Number.POSITIVE_INFINITY));
		const exchange = authorizeOnce(request, route, params as Readonly<Record<string, string>> | undefined);
		if (takes !== undefined) {
			if (!takes.isOptional || request.headers.has("content-type")) takenMediaType(request, takes);
			exchange.idempotency = keyedByContent(exchange, takes.headers);
			return null; // Not undefined: the router would read the body itself.
		}
		const body = await readJson(request);
		exchange.body = body;
		exchange.idempotency = keyedByJson(exchange, body);
		return body;
	})
	.onTransform({ as: "global" }, ({ request, route, params }) => {
		authorizeOnce(request, route, params as Readonly<Record<string, string>> | undefined);
	})
	.derive({ as: "global" }, ({ request }): { context: RequestContext } => ({ context: exchangeOf(request) }));
