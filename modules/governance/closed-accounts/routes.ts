import { Elysia } from "elysia";
import { api } from "#http/api";
import { addCookie } from "#http/cookie";
import { ok } from "#http/envelope";
import type { SessionCookies } from "#modules/identity/sessions";
import type { Closure } from "./closure.ts";
import { documentation } from "./documentation.ts";
import { CloseAccountRequest } from "./schemas.ts";

/** Returns the route by which people close their own account. */
export const closedAccountsRoutes = (closure: Closure, cookies: SessionCookies) =>
	new Elysia({ name: "closed-accounts", prefix: "/auth" }).use(api).delete(
		"/profile",
		async ({ context, body, request, set }) => {
			const closed = await closure.close(context, body);
			if (cookies.refresh.read(request) !== null) addCookie(set, cookies.refresh.clear());
			return ok("Account closed", closed);
		},
		{ requires: "session", whileClosed: true, body: CloseAccountRequest, checks: closure.check, ...documentation },
	);
