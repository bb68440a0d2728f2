import { Elysia } from "elysia";
import { api } from "#http/api";
import { addCookie } from "#http/cookie";
import { redirectResponse } from "#http/redirect";
import type { SessionCookies } from "#modules/identity/sessions";
import type { FlowCookies } from "#platform/browser-flows";
import { documentation } from "./documentation.ts";
import { stateOf } from "./flow.ts";
import { AuthorizeQuery, CallbackQuery } from "./schemas.ts";
import type { SsoService } from "./service.ts";

/** Returns the routes of the sign-in at the identity provider. */
export const ssoRoutes = (service: SsoService, flows: FlowCookies, cookies: SessionCookies) =>
	new Elysia({ name: "sso", prefix: "/auth" })
		.use(api)

		.get(
			"/authorize",
			async ({ context, query, set }) => {
				const { url, secret } = await service.authorize(context, query);
				addCookie(set, flows.set(secret));
				set.headers.location = url;
				return redirectResponse();
			},
			{ open: "this is how clients get a token", query: AuthorizeQuery, ...documentation.authorize },
		)

		.get(
			"/callback",
			async ({ context, query, request, set }) => {
				const secrets = flows.readSecrets(request);
				const mine = secrets.find((secret) => stateOf(secret) === query.state);
				// Also when it fails: the sign-in is over.
				if (mine !== undefined) addCookie(set, flows.clear(mine));
				const { tokens, redirect } = await service.callback(context, query, secrets);
				if (tokens) cookies.deliver(set, tokens, "cookie", null);
				if (redirect !== null) {
					set.headers.location = redirect;
					return redirectResponse();
				}
				if (!tokens) throw new Error("a sign-in ended with neither tokens nor a page");
				const { access_token, token_type, expires_in, user } = tokens;
				return { access_token, token_type, expires_in, user };
			},
			{
				open: "the code and the browser's cookie are the proof",
				query: CallbackQuery,
				...documentation.callback,
			},
		);
