import { Elysia } from "elysia";
import { api } from "#http/api";
import type { SessionCookies } from "#modules/identity/sessions";
import { documentation } from "./documentation.ts";
import { LoginRequest } from "./schemas.ts";
import type { SignInService } from "./service.ts";

/** Returns the route of the sign-in with a password. */
export const signInRoutes = (service: SignInService, cookies: SessionCookies) =>
	new Elysia({ name: "sign-in", prefix: "/auth" }).use(api).post(
		"/login",
		async ({ context, body, request, set }) => {
			const deviceToken = cookies.deviceTokenOf(request, body.device?.id, body.tokenDelivery);
			const result = await service.login(context, body, deviceToken);
			return cookies.deliver(set, result, body.tokenDelivery, deviceToken);
		},
		{ open: "this is how clients get a token", body: LoginRequest, ignoresKey: "credential", ...documentation.login },
	);
