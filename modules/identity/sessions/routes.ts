import { Elysia } from "elysia";
import { api } from "#http/api";
import { addCookie } from "#http/cookie";
import { respondWithPage } from "#http/list";
import type { SessionCookies } from "./cookies.ts";
import { documentation } from "./documentation.ts";
import { ListSessionsQuery, LogoutRequest, RefreshRequest, SessionParams } from "./schemas.ts";
import type { SessionsService } from "./service.ts";

/** Returns the token of `Authorization: Bearer <token>`, valid or not; null without one. */
const bearerOf = ({ headers }: Request): string | null =>
	/^bearer (\S{1,4096})$/i.exec(headers.get("authorization") ?? "")?.[1] ?? null;

/** Returns the routes of sessions: refresh, sign-out, list and revocation. */
export const sessionsRoutes = (service: SessionsService, cookies: SessionCookies) =>
	new Elysia({ name: "sessions", prefix: "/auth" })
		.use(api)

		.post(
			"/refresh",
			async ({ context, body, request, set }) => {
				const isByCookie = body.refresh_token === undefined;
				const token = body.refresh_token ?? cookies.refresh.take(request);
				const result = await service.refresh(context, token, body.orgId);
				return cookies.deliver(set, result, isByCookie ? "cookie" : "body", null);
			},
			{
				open: "the refresh token is the proof; the access token has expired by then",
				body: RefreshRequest,
				ignoresKey: "credential",
				...documentation.refresh,
			},
		)

		.post(
			"/logout",
			async ({ context, body, request, set, status }) => {
				await service.signOut(context, {
					refusedToken: bearerOf(request),
					refreshToken: () => cookies.refresh.take(request),
					allDevices: body.allDevices === true,
				});
				if (cookies.refresh.read(request) !== null) addCookie(set, cookies.refresh.clear());
				return status(204, undefined);
			},
			{ open: "it also works with an expired token", body: LogoutRequest, ignoresKey: "end", ...documentation.logout },
		)

		.get(
			"/sessions",
			async ({ context, query, set }) =>
				respondWithPage(context, set, "Sessions retrieved", await service.list(context, query)),
			{ requires: "session", whileClosed: true, query: ListSessionsQuery, ...documentation.list },
		)

		.delete(
			"/sessions/:sessionId",
			async ({ context, params, status }) => {
				await service.revoke(context, params.sessionId);
				return status(204, undefined);
			},
			{ requires: "session", whileClosed: true, params: SessionParams, ...documentation.end },
		)

		.delete(
			"/sessions",
			async ({ context, status }) => {
				await service.revokeOthers(context);
				return status(204, undefined);
			},
			{ requires: "session", whileClosed: true, ...documentation.endOthers },
		);
